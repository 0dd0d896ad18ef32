/** The longest wait for a page that never rests (ms). */
const PATIENCE_MS = 2_000

/** Runs what no person waits for once the page has nothing better to do. */
export function whenIdle(act: () => void): void {
  // Not in Safari.
  if ('requestIdleCallback' in window) window.requestIdleCallback(act, { timeout: PATIENCE_MS })
  else setTimeout(act, PATIENCE_MS)
}
