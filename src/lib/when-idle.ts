/** The longest wait for a page that is never idle (ms). */
const PATIENCE_MS = 2_000

/** Runs `act` once the page is idle, after 2 s at the latest. */
export function whenIdle(act: () => void): void {
  // Not in Safari.
  if ('requestIdleCallback' in window) window.requestIdleCallback(act, { timeout: PATIENCE_MS })
  else setTimeout(act, PATIENCE_MS)
}
