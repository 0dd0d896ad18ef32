/**
 * The window in which requests that arrived together submit their writes: the rest of a turn of the event loop, or less once
 * enough have arrived.
 */
export function createBatchWindow() {
  let close = () => {}
  return {
    /** Resolves when the turn ends, or on `close`. */
    end: () =>
      new Promise<void>((resolve) => {
        close = resolve
        setImmediate(resolve)
      }),
    close: () => close(),
  }
}
