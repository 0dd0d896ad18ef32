/**
 * Returns a function whose promises resolve one per turn of the event loop, in order. Readings that take milliseconds wait for
 * it, so that awards that arrive meanwhile wait for one of them at most.
 */
export function createTurns(): () => Promise<void> {
  const waiting: (() => void)[] = []
  function next(): void {
    waiting.shift()?.()
    if (waiting.length > 0) setImmediate(next)
  }
  return () =>
    new Promise((resolve) => {
      waiting.push(resolve)
      if (waiting.length === 1) setImmediate(next)
    })
}
