import { Download } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import type { Workbox } from 'workbox-window'
import { TAKE_OVER, WORKER_FILE } from '#contract/page'
import { createObservable } from '#lib/observable'
import { updateTexts } from '#texts/common'
import { CommunicationError } from '../api/errors'
import { Button } from '../ui/button'
import { classes } from '../ui/classes'

/** A page that stays open checks for a new version at most this often, when it becomes visible (ms). */
const CHECK_AGAIN_MS = 30 * 60_000

/** A new version that is installed and waits; null if there is none. */
const waiting = createObservable<ServiceWorker | null>(null)

let wanted = false
/** The earliest time of the next check for a new version (ms since 1970). */
let nextCheck = 0

/**
 * Registers the worker unless it is registered already, and offers a version once it waits. One with unexpected files becomes
 * redundant instead. A failed first installation removes the registration, and a Workbox follows one update, so that each check
 * makes its own.
 */
async function register(): Promise<Workbox> {
  const { Workbox } = await import('workbox-window')
  const workbox = new Workbox(WORKER_FILE, { updateViaCache: 'none' })
  workbox.addEventListener('waiting', ({ sw }) => waiting.set(sw ?? null))
  workbox.addEventListener('redundant', ({ sw }) => {
    if (sw === waiting.get()) waiting.set(null)
    else nextCheck = 0
  })
  const registration = await workbox.register({ immediate: true })
  // Workbox does not follow what the browser found when the page loaded.
  const found = registration?.installing
  found?.addEventListener(
    'statechange',
    () => {
      if (found.state === 'redundant') nextCheck = 0
      else if (registration?.active != null) check(register)
    },
    { once: true },
  )
  return workbox
}

/** Runs one check for a new version. After a failure, such as no network, the next time the page becomes visible retries. */
function check(run: () => Promise<unknown>): void {
  nextCheck = Date.now() + CHECK_AGAIN_MS
  run().catch(() => {
    nextCheck = 0
  })
}

/**
 * Registers the worker, which lets the app start offline. Without a worker (unsupported, private window, plain http) the app
 * works only with a network.
 */
export function registerServiceWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    // If another tab activated the new version, this one keeps running, and its user may reload later.
    if (wanted) window.location.reload()
  })
  // Registration alone suffices at startup: the browser checks for a new version when a page loads.
  check(register)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || Date.now() < nextCheck) return
    check(async () => await (await register()).update())
  })
}

/** Activates the new version and reloads the page. Waiting awards are in IndexedDB and survive the reload. */
function takeNewVersion(): void {
  wanted = true
  const worker = waiting.get()
  if (worker?.state === 'installed') worker.postMessage(TAKE_OVER)
  else window.location.reload()
}

/** Beside other signs, only the button's icon is shown. */
const BY_ITSELF = 'group-has-[[data-sign]~[data-sign]]/signs:sr-only'

/** Offers a new version: above a screen, or among the signs of its header. It covers nothing and can be ignored. */
export function UpdateOffer({ isSign = false }: { isSign?: boolean }) {
  const waits = useSyncExternalStore(waiting.subscribe, waiting.get, () => null) !== null
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
          <span className={BY_ITSELF}>{updateTexts.available}</span>
          <Button
            arrives
            variant="secondary"
            className="px-3! text-sm whitespace-nowrap"
            onClick={takeNewVersion}
          >
            <Download
              aria-hidden
              className="size-5 @min-[10rem]/signs:hidden group-has-[[data-sign]~[data-sign]]/signs:block"
            />
            <span className={classes(BY_ITSELF, '@max-[10rem]/signs:sr-only')}>
              {updateTexts.refresh}
            </span>
          </Button>
        </p>
      )}
    </div>
  )
}

const KEY = 'geek-reloaded-for-chunk'
/** After a second failure within this time (ms) the page is not reloaded again: reloading does not help. */
const ONCE_IN_MS = 60_000

/**
 * True if this server is reachable, so that a chunk that failed to load must be gone. A captive portal responds instead of
 * the server, with a page or a redirect: a reload would then replace the app by the portal.
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
 * Reloads a page of an earlier version when a chunk is missing from both the worker and the server, because another tab
 * activated a new version. Waiting awards are in IndexedDB and survive the reload.
 *
 * Also what makes a second try work after the network failed a chunk: browsers may remember a module that could not be fetched
 * until the page is loaded anew, as Chromium 150 does (https://github.com/whatwg/html/issues/6768).
 */
export function reloadOnChunkLoadError(): void {
  window.addEventListener('vite:preloadError', () => {
    const last = Number(sessionStorage.getItem(KEY) ?? 0)
    if (Date.now() - last < ONCE_IN_MS) return
    void serverAnswers().then((answers) => {
      if (!answers) return
      sessionStorage.setItem(KEY, String(Date.now()))
      window.location.reload()
    })
  })
}

/**
 * Resolves to a screen's module, or rejects with `CommunicationError` if it could not be fetched, which the screen shows.
 * The browser's own error would make the router reload the page even without a network, which replaces the app by the
 * browser's error page or a captive portal. `reloadOnChunkLoadError` reloads only if that helps.
 */
export async function screenModule<T>(module: Promise<T>): Promise<T> {
  try {
    return await module
  } catch (cause) {
    throw new CommunicationError('a screen could not be fetched', cause)
  }
}
