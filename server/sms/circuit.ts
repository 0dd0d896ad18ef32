/** So many failures in a row open the circuit. */
export const FAILURES_TO_OPEN = 5
/** After this time one SMS is tried (ms). */
export const OPEN_MS = 30_000

/**
 * Stops asking a provider that keeps failing: everybody would wait for its time-outs, and a provider in trouble gets worse under
 * load. After a while one SMS tries it, and if that one leaves, the others follow.
 */
export function createCircuit(now: () => number, onChange: (open: boolean) => void) {
  let failures = 0
  /** Since when nothing more has been tried; null while it is closed. */
  let openSince: number | null = null

  return {
    /** How long until an SMS may be tried (ms); 0 = now. Whoever gets 0 must report how it went. */
    enter(): number {
      if (openSince === null) return 0
      const waitMs = openSince + OPEN_MS - now()
      if (waitMs > 0) return waitMs
      openSince = now()
      return 0
    },
    isOpen: () => openSince !== null,
    succeeded(): void {
      failures = 0
      if (openSince === null) return
      openSince = null
      onChange(false)
    },
    failed(): void {
      failures++
      if (failures < FAILURES_TO_OPEN) return
      const wasOpen = openSince !== null
      openSince = now()
      if (!wasOpen) onChange(true)
    },
  }
}
