/** So many failures in a row open the circuit. */
export const FAILURES_TO_OPEN = 5
/** After this time one SMS is tried (ms). */
export const OPEN_MS = 30_000

/**
 * Stops asking a provider that keeps failing: everybody would wait for its time-outs, and a provider in trouble gets worse under
 * load. After a while one SMS tries it, and if that one leaves, the others follow.
 */
export interface Circuit {
  /** How long until an SMS may be tried (ms); 0 = now. Whoever gets 0 must report how it went. */
  enter(): number
  isOpen(): boolean
  succeeded(): void
  failed(): void
}

export function createCircuit(now: () => number, onChange: (open: boolean) => void): Circuit {
  let failures = 0
  let openedAt: number | null = null
  let triedAt: number | null = null

  return {
    enter() {
      if (openedAt === null) return 0
      const since = Math.max(openedAt, triedAt ?? 0)
      const waitMs = since + OPEN_MS - now()
      if (waitMs > 0) return waitMs
      triedAt = now()
      return 0
    },
    isOpen: () => openedAt !== null,
    succeeded() {
      failures = 0
      if (openedAt === null) return
      openedAt = null
      triedAt = null
      onChange(false)
    },
    failed() {
      failures++
      if (failures < FAILURES_TO_OPEN) return
      const wasOpen = openedAt !== null
      openedAt = now()
      if (!wasOpen) onChange(true)
    },
  }
}
