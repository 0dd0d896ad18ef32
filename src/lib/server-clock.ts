/** How far the server's clock is ahead of the device's, in ms, as the latest answer told. */
let offsetMs = 0

export function learnServerTime(serverTime: string): void {
  offsetMs = Date.parse(serverTime) - Date.now()
}

/** The server's time (ms): what countdowns and relative times go by, because a device's clock may be wrong. */
export function serverNow(): number {
  return Date.now() + offsetMs
}
