/**
 * Shares runs of `work` so that each caller gets one that starts after its call: at most one runs and one waits for it, however
 * many ask.
 */
export function createRunsToCome<T>(work: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | null = null
  let next: Promise<T> | null = null

  function start(): Promise<T> {
    next = null
    running = work().finally(() => {
      running = null
    })
    return running
  }

  return () => {
    if (next !== null) return next
    if (running === null) return start()
    next = running.then(start, start)
    return next
  }
}
