import { CommunicationError } from './api/errors'
import { WORKER_FILE } from './pwa/page-and-worker'

const KEY = 'geek-reloaded-for-chunk'
/** After a second failure within this time (ms) the page is not reloaded again: reloading does not help. */
const ONCE_IN_MS = 60_000

/**
 * True if this server is reachable, so that a chunk that failed to load must be gone. A captive portal responds instead of
 * the server, with a page or a redirect: a reload would then replace the app by the portal.
 */
async function serverAnswers(): Promise<boolean> {
  // The worker never serves its own file.
  const answer = await fetch(WORKER_FILE, { method: 'HEAD', cache: 'no-store', redirect: 'error' }).catch(() => null)
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
