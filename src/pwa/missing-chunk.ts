const WORKER_FILE = '/sw.js'
const KEY = 'geek-reloaded-for-chunk'
/** A second failure within this time is the network's, and another load would not mend it (ms). */
const ONCE_IN_MS = 60_000

/** Whether the server can be reached: then what could not be loaded is gone, and else only out of reach. */
async function serverAnswers(): Promise<boolean> {
  // Never answered from the device.
  const answer = await fetch(WORKER_FILE, { method: 'HEAD', cache: 'no-store' }).catch(() => null)
  return answer?.ok === true
}

/**
 * A page of an earlier version asks for a part that neither the worker nor the server has any more, because another tab
 * took a new version: loaded anew, the page has all of its parts. What waits in the outbox is on the disk.
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
