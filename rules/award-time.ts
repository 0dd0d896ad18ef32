/** Oldest award the server still takes, in ms since it was made. */
export const AWARD_MAX_AGE_MS = 48 * 60 * 60 * 1000
/** Time in which a booth may take an award back, in ms since the server received it (rule 12). */
export const VOID_WINDOW_MS = 10 * 60 * 1000

export interface EventWindow {
  /** ms since the epoch, null = open. */
  readonly startsAt: number | null
  readonly endsAt: number | null
}

export function isTooOld(queuedMs: number): boolean {
  return queuedMs > AWARD_MAX_AGE_MS
}

/** Rule 13: judged at the moment the award was made (ms), both ends included. */
export function isInsideEvent(madeAt: number, event: EventWindow): boolean {
  return (event.startsAt === null || madeAt >= event.startsAt) && (event.endsAt === null || madeAt <= event.endsAt)
}

/** Rule 12: whether an award received at `receivedAt` (ms) may still be voided. */
export function mayStillVoid(receivedAt: number, now: number): boolean {
  return now - receivedAt <= VOID_WINDOW_MS
}
