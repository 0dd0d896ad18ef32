/** A reading repeated within this time (ms) of its last occurrence counts as the same one. */
const SAME_READING_MS = 1_000

/**
 * Returns a function that is true for a new reading and false for a repetition: a tag or code held still is read many
 * times a second. `now` returns ms of a monotonic clock.
 */
export function createRepeatGuard(now: () => number, sameWithinMs = SAME_READING_MS): (reading: string) => boolean {
  const lastSeen = new Map<string, number>()
  return (reading) => {
    const at = now()
    for (const [text, seen] of lastSeen) if (at - seen >= sameWithinMs) lastSeen.delete(text)
    const isNew = !lastSeen.has(reading)
    lastSeen.set(reading, at)
    return isNew
  }
}
