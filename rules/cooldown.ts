const GRACE_MAX_MS = 5_000
const GRACE_SHARE = 10

/**
 * Tolerance by which two awards may be closer than the cooldown, in ms, because latency shortens
 * distances (rule 9).
 */
export function cooldownGraceMs(cooldownSeconds: number): number {
  return Math.min(GRACE_MAX_MS, (cooldownSeconds * 1000) / GRACE_SHARE)
}

/** The shortest time between two awards of one booth, team and point type that rule 9 allows, in ms. */
export function shortestDistanceMs(cooldownSeconds: number): number {
  return cooldownSeconds * 1000 - cooldownGraceMs(cooldownSeconds)
}

/**
 * Rule 9: whether an award made at `madeAt` (ms) is within the cooldown before or after one of the
 * times in `recordedAt` (ms).
 */
export function violatesCooldown(
  madeAt: number,
  cooldownSeconds: number,
  recordedAt: readonly number[],
): boolean {
  const shortest = shortestDistanceMs(cooldownSeconds)
  return recordedAt.some((at) => Math.abs(at - madeAt) < shortest)
}

/** When the full cooldown after the latest award ends (ms); null without an award. */
export function cooldownEndsAt(
  latestMadeAt: number | null,
  cooldownSeconds: number,
): number | null {
  return latestMadeAt === null ? null : latestMadeAt + cooldownSeconds * 1000
}

/**
 * Whole seconds of cooldown left at `now` (ms), rounded up so that no screen offers an award too
 * early.
 */
export function remainingSeconds(endsAt: number | null, now: number): number {
  return endsAt === null ? 0 : Math.max(0, Math.ceil((endsAt - now) / 1000))
}

/** Maximum difference between servers' clocks (ms). */
const CLOCKS_DIFFER_MS = 60_000

/**
 * Returns the latest receipt (ms) of an award that counts for a cooldown at `now` (ms, server
 * time). A later receipt was recorded before the server's clock was set back, so the award's real
 * age is unknown.
 */
export const latestReceipt = (now: number): number => now + CLOCKS_DIFFER_MS
