import { Download } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { WORKER_FILE } from '#contract/page'
import { updateTexts } from '#texts/common'
import { CommunicationError } from '../api/errors'
import { Button } from '../ui/button'
import { classes } from '../ui/classes'
import { followVersions } from './follow-versions'

const versions = followVersions({
  register: () => navigator.serviceWorker.register(WORKER_FILE, { updateViaCache: 'none' }),
  now: Date.now,
  schedule: setTimeout,
  reload: () => window.location.reload(),
})

/**
 * Registers the worker, which lets the app start offline. Without a worker (unsupported, private
 * window, plain http) the app works only with a network.
 */
export function registerServiceWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  navigator.serviceWorker.addEventListener('controllerchange', versions.onTakenOver)
  versions.start()
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') versions.onVisible()
  })
}

/** Hides the offer's text while the header has other signs, so that only its icon remains. */
const ICON_ONLY = 'group-has-[[data-sign]~[data-sign]]/signs:sr-only'

/**
 * Offers a new version above a screen or among its header's signs. Covers nothing and can be
 * ignored.
 */
export function UpdateOffer({ isSign = false }: { isSign?: boolean }) {
  const { subscribe, get } = versions.state
  const state = useSyncExternalStore(subscribe, get, get)
  const waits = state !== 'none'
  return (
    <div role="status" data-sign={isSign && waits ? '' : undefined}>
      {waits && (
        <p
          className={classes(
            'flex items-center gap-2',
            !isSign &&
              'relative z-20 flex-wrap justify-center border-b border-line bg-raised px-4 py-2 font-medium',
          )}
        >
          <span className={ICON_ONLY}>{updateTexts.available}</span>
          <Button
            arrives
            variant="secondary"
            className="px-3! text-sm whitespace-nowrap"
            busy={state === 'taking'}
            onClick={versions.take}
          >
            {state === 'offered' && (
              <Download
                aria-hidden
                className="size-5 @min-[10rem]/signs:hidden group-has-[[data-sign]~[data-sign]]/signs:block"
              />
            )}
            <span className={classes(ICON_ONLY, '@max-[10rem]/signs:sr-only')}>
              {updateTexts.refresh}
            </span>
          </Button>
        </p>
      )}
    </div>
  )
}

const RELOADED_AT_KEY = 'geek-reloaded-for-chunk'
/** Do not reload again after a second failure within this time (ms): reloading does not help. */
const ONCE_IN_MS = 60_000

/**
 * When the page was last reloaded for a chunk (ms, device clock). Without storage, as with blocked
 * cookies, any reload that opened this page counts, so that a chunk that never loads cannot reload
 * it again and again.
 */
function reloadedAt(): number {
  try {
    return Number(sessionStorage.getItem(RELOADED_AT_KEY) ?? 0)
  } catch {
    const [opening] = performance.getEntriesByType('navigation')
    // TypeScript's types leave out that these entries are navigations.
    const isReload = (opening as PerformanceNavigationTiming | undefined)?.type === 'reload'
    return isReload ? performance.timeOrigin : 0
  }
}

function reload(): void {
  try {
    sessionStorage.setItem(RELOADED_AT_KEY, String(Date.now()))
  } catch {
    // See `reloadedAt`.
  }
  window.location.reload()
}

/**
 * True if this server is reachable, so that a chunk that failed to load must be gone. A captive
 * portal responds instead of the server, with a page or a redirect: a reload would then replace the
 * app by the portal.
 */
async function serverAnswers(): Promise<boolean> {
  // The worker never serves its own file.
  const answer = await fetch(WORKER_FILE, {
    method: 'HEAD',
    cache: 'no-store',
    redirect: 'error',
  }).catch(() => null)
  return answer?.ok === true && answer.headers.get('content-type')?.includes('javascript') === true
}

/**
 * Reloads a page of an earlier version when a chunk is missing from both the worker and the server,
 * because another tab activated a new version. Waiting awards are in IndexedDB and survive the
 * reload.
 *
 * Also needed to retry a chunk after a network failure: browsers may remember a failed module until
 * the page reloads, as Chromium 150 does (https://github.com/whatwg/html/issues/6768).
 */
export function reloadOnChunkLoadError(): void {
  window.addEventListener('vite:preloadError', () => {
    if (Date.now() - reloadedAt() < ONCE_IN_MS) return
    void serverAnswers().then((answers) => {
      if (answers) reload()
    })
  })
}

/**
 * Resolves to a screen's module, or rejects with `CommunicationError` if it could not be fetched,
 * which the screen shows. The browser's own error would make the router reload the page even
 * without a network, which replaces the app by the browser's error page or a captive portal.
 * `reloadOnChunkLoadError` reloads only if that helps.
 */
export async function screenModule<T>(module: Promise<T>): Promise<T> {
  try {
    return await module
  } catch (cause) {
    throw new CommunicationError('a screen could not be fetched', cause)
  }
}
