// A datetime-local field shows a local time of the event's zone ("2026-05-09T10:00"), wherever the
// browser is.

/** True if the browser knows the zone. Older browsers lack new ones, such as Europe/Kyiv. */
export function isKnownZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en-GB', { timeZone: zone }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/**
 * Formats a time (ms) as the zone's local time for a datetime-local field. Throws for a zone that
 * the browser does not know; undefined is the browser's own.
 */
export function clockTimeIn(zone: string | undefined, at: number): string {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  }).formatToParts(at)
  const of = (type: Intl.DateTimeFormatPartTypes) =>
    parts.find((part) => part.type === type)?.value ?? ''
  return `${of('year')}-${of('month')}-${of('day')}T${of('hour')}:${of('minute')}`
}

/**
 * Parses a local time of the zone (ms); NaN if invalid. Throws for a zone that the browser does not
 * know.
 */
export function momentIn(zone: string, clockTime: string): number {
  const asUtc = Date.parse(`${clockTime}Z`)
  if (Number.isNaN(asUtc)) return asUtc
  const offsetAt = (at: number) =>
    Date.parse(`${clockTimeIn(zone, at)}Z`) - Math.floor(at / 60_000) * 60_000
  // Correct twice: the first guess may use the offset from before a clock change.
  return asUtc - offsetAt(asUtc - offsetAt(asUtc))
}
