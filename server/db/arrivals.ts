/**
 * The time in which requests that came in together bring what they want written: the rest of a turn of the event loop, or
 * less where enough has arrived.
 */
export function createArrivals() {
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
