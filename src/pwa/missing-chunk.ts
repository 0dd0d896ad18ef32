import { WORKER_FILE } from './worker-file'

const KEY = 'geek-reloaded-for-chunk'
/** A second failure within this time is not one that reloading mends (ms). */
const ONCE_IN_MS = 60_000

/**
 * Whether this server can be reached, so that what could not be loaded is gone. A captive portal answers in the server's
 * place, with a page or a redirect: reloading would then replace the app by the portal.
 */
async function serverAnswers(): Promise<boolean> {
  // The worker never answers for its own file.
  const answer = await fetch(WORKER_FILE, { method: 'HEAD', cache: 'no-store', redirect: 'error' }).catch(() => null)
  return answer?.ok === true && answer.headers.get('content-type')?.includes('javascript') === true
}

/**
 * Reloads a page of an earlier version that asks for a chunk which neither the worker nor the server has any more, because
 * another tab took a new version. Waiting awards are in IndexedDB and survive it.
 */
export function reloadOnMissingChunk(): void {
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
