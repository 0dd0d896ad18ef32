/**
 * The device slept if its clock has gained more than this (ms) on the monotonic clock, which stops
 * during a sleep, except on Windows (https://crbug.com/1206450, https://webkit.org/b/225610,
 * https://bugzil.la/1709767). A device's clock that somebody sets forward looks the same.
 */
const LEAST_SLEEP_MS = 2_000

let lead = Date.now() - performance.now()
let sleeps = 0
let asleepMs = 0

function notice(): void {
  const current = Date.now() - performance.now()
  if (current - lead > LEAST_SLEEP_MS) {
    sleeps += 1
    asleepMs += Math.round(current - lead)
  }
  // Also follow a clock that is set back, so that a later sleep is noticed.
  lead = current
}

/** How often the device has slept in the life of this page or worker. */
export function sleepsSoFar(): number {
  notice()
  return sleeps
}

/** `performance.now()` and the time for which the device slept (ms). */
export function elapsedNow(): number {
  notice()
  return performance.now() + asleepMs
}
