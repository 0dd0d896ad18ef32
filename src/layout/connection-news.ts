/** Least time between toasts for short outages (ms): a phone at the edge of the Wi-Fi reconnected 665 times in an hour. */
const TELL_AGAIN_MS = 5 * 60_000
/** An outage of this length (ms) always ends with a toast. */
const LONG_ABSENCE_MS = 30_000

/** Decides whether a restored connection is worth a toast. */
export interface ConnectionNews {
  /** Records whether the server is reachable at `now` (ms). Returns true if the restored connection is to be announced. */
  note(reachable: boolean, now: number): boolean
}

export function createConnectionNews(): ConnectionNews {
  let awaySince: number | null = null
  let toldAt = Number.NEGATIVE_INFINITY
  return {
    note(reachable, now) {
      if (!reachable) {
        awaySince ??= now
        return false
      }
      if (awaySince === null) return false
      const wasLong = now - awaySince >= LONG_ABSENCE_MS
      awaySince = null
      if (!wasLong && now - toldAt < TELL_AGAIN_MS) return false
      toldAt = now
      return true
    },
  }
}
