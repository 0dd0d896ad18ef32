/** A short absence is told again only after so long (ms): a phone at the edge of the Wi-Fi came back 665 times in an hour. */
const TELL_AGAIN_MS = 5 * 60_000
/** An absence of this length is always worth telling (ms). */
const LONG_ABSENCE_MS = 30_000

/** Decides whether it is worth telling that the connection is back. */
export interface ConnectionNews {
  /** Notes whether the server can be reached at `now` (ms). Returns true when its return is to be told. */
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
