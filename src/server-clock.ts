/** The latest answer's time, and when it came by the clock that only goes forward. */
let heard: { readonly serverTime: number; readonly forward: number } | null = null

const listeners = new Set<() => void>()

export function learnServerTime(serverTime: string): void {
  heard = { serverTime: Date.parse(serverTime), forward: performance.now() }
  for (const listener of listeners) listener()
}

/** Calls back at each answer that told the server's time; answers how to end that. */
export function onServerTime(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The server's time (ms) as far as this page has heard of it; null before the first answer. */
export function knownServerTime(): number | null {
  return heard === null ? null : heard.serverTime + performance.now() - heard.forward
}

/** The server's time (ms): what countdowns and relative times go by, because a device's clock may be wrong. */
export function serverNow(): number {
  return knownServerTime() ?? Date.now()
}
