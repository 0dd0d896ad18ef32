/** Maximum age of an award or void that the server accepts, in ms since it was made. */
export const AWARD_MAX_AGE_MS = 48 * 60 * 60 * 1000
/** How long a booth may void an award, in ms from its receipt to the void (rule 12). */
export const VOID_WINDOW_MS = 10 * 60 * 1000
/** How long after the event's end a player's scan is still accepted, in ms (rule 13). */
export const SCAN_AFTER_END_MS = 60 * 60 * 1000

export interface EventWindow {
  /** ms since the epoch; null = open. */
  readonly startsAt: number | null
  readonly endsAt: number | null
}

export function isTooOld(queuedMs: number): boolean {
  return queuedMs > AWARD_MAX_AGE_MS
}

/** Rule 13: whether an award made at this time (ms) is inside the event; both ends are included. */
export function isInsideEvent(madeAt: number, event: EventWindow): boolean {
  return (
    (event.startsAt === null || madeAt >= event.startsAt) &&
    (event.endsAt === null || madeAt <= event.endsAt)
  )
}

/** A player's scan of a bonus; times in ms since the epoch. */
export interface PlayerScan {
  readonly receivedAt: number
  /** ms since the scan, as the device reports it. */
  readonly queuedMs: number
  /** When the player joined the team that would get the points. */
  readonly joinedAt: number
}

/**
 * Rule 13: the time at which a scan counts as made. Never earlier than its player joined the team,
 * whatever the device reports.
 */
export function scanMadeAt({ receivedAt, queuedMs, joinedAt }: PlayerScan): number {
  return Math.max(receivedAt - queuedMs, joinedAt)
}

/**
 * Rule 13: whether a scan is accepted. Anyone can claim an early time, so the time of receipt is
 * limited too.
 */
export function isScanInsideEvent(scan: PlayerScan, event: EventWindow): boolean {
  const receivedInTime =
    event.endsAt === null || scan.receivedAt <= event.endsAt + SCAN_AFTER_END_MS
  return receivedInTime && isInsideEvent(scanMadeAt(scan), event)
}

/**
 * Rule 12: whether an award received at `receivedAt` (ms) may be voided. Judged by when the void was
 * made, so that a void that staff saw accepted still counts if the network returns late, up to
 * `AWARD_MAX_AGE_MS`. A void may be older than the receipt of its award: a team's copy may deliver
 * an award after the booth has cancelled it (fault 79).
 */
export function mayStillVoid(receivedAt: number, now: number, queuedMs = 0): boolean {
  return now - queuedMs - receivedAt <= VOID_WINDOW_MS && !isTooOld(queuedMs)
}

/**
 * How far ahead of the server's clock a voucher may be dated, in ms: devices know the server's time
 * only roughly.
 */
const MAX_AHEAD_MS = 5 * 60 * 1000

/** Whether a voucher made at `madeAt` (ms) is dated too far ahead of the server's clock. */
export function isAheadOfTime(madeAt: number, now: number): boolean {
  return madeAt - now > MAX_AHEAD_MS
}
