/** What is read again within this time (ms) of its last reading is the same reading. */
const SAME_READING_MS = 1_000

/**
 * Tells a new reading from the same one going on: a tag held to the phone or a code held before the camera is read many
 * times a second. `now` is in ms on a clock that only goes forward.
 */
export function createRepeatGuard(now: () => number): (reading: string) => boolean {
  const lastSeen = new Map<string, number>()
  return (reading) => {
    const at = now()
    for (const [text, seen] of lastSeen) if (at - seen >= SAME_READING_MS) lastSeen.delete(text)
    const isNew = !lastSeen.has(reading)
    lastSeen.set(reading, at)
    return isNew
  }
}
