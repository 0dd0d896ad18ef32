/** An award as the cooldown sees it: already narrowed to one (vendor, team, point type), not voided. */
export interface CoolingAward {
  readonly madeAt: number
}

const GRACE_MAX_MS = 5_000
const GRACE_SHARE = 10

/** How much less than the cooldown two awards may lie apart, in ms: latency shrinks distances (rule 9). */
export function cooldownGraceMs(cooldownSeconds: number): number {
  return Math.min(GRACE_MAX_MS, (cooldownSeconds * 1000) / GRACE_SHARE)
}

/** The shortest distance, in ms, that rule 9 allows between two awards of one (vendor, team, point type). */
export function shortestDistanceMs(cooldownSeconds: number): number {
  return cooldownSeconds * 1000 - cooldownGraceMs(cooldownSeconds)
}

/** Rule 9: whether an award made at `madeAt` (ms) lies within the cooldown of a recorded one, before or after it. */
export function violatesCooldown(madeAt: number, cooldownSeconds: number, recorded: readonly CoolingAward[]): boolean {
  const shortest = shortestDistanceMs(cooldownSeconds)
  return recorded.some((award) => Math.abs(award.madeAt - madeAt) < shortest)
}

/** When the full pause after the latest award ends (ms), or null where nothing was ever given. */
export function cooldownEndsAt(latestMadeAt: number | null, cooldownSeconds: number): number | null {
  return latestMadeAt === null ? null : latestMadeAt + cooldownSeconds * 1000
}

/** Whole seconds of pause left at `now` (ms), rounded up so that no screen opens a moment too early. */
export function remainingSeconds(endsAt: number | null, now: number): number {
  return endsAt === null ? 0 : Math.max(0, Math.ceil((endsAt - now) / 1000))
}
