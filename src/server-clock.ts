/** The latest answer's time, and when it came by the clock that only goes forward. */
let heard: { readonly serverTime: number; readonly forward: number } | null = null

/**
 * Answers travel for at most 15 s. A time that seems to lie further back than this is no late answer: the server's own
 * clock was set (ms).
 */
const LATEST_ANSWER_MS = 30_000

const listeners = new Set<() => void>()

/**
 * Learns the server's time from an answer. An answer that was under way for long tells an earlier time than it is, so the
 * time known so far is kept where it is later: the times of two awards must not come closer than they were made (fault 50).
 */
export function noteServerTime(serverTime: string): void {
  const told = Date.parse(serverTime)
  const known = knownServerTime()
  const late = known !== null && told < known && known - told < LATEST_ANSWER_MS
  if (!late) heard = { serverTime: told, forward: performance.now() }
  for (const listener of listeners) listener()
}

/** Notifies `listener` of every answer that carried the server's time. Returns an unsubscribe function. */
export function onServerTime(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The server's time (ms), projected from the last answer; null before the first. */
export function knownServerTime(): number | null {
  return heard === null ? null : heard.serverTime + performance.now() - heard.forward
}

/** The server's time (ms) for countdowns and relative times, because a device's clock may be wrong. */
export function serverNow(): number {
  return knownServerTime() ?? Date.now()
}
