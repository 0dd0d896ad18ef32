// A field of date and time ("2026-05-09T10:00") holds a time on the clocks of the event's zone, wherever the browser is.

/** The time that clocks of the zone show at a moment (ms), as a field of date and time has it. */
export function clockTimeIn(zone: string, at: number): string {
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

/** The moment (ms) at which clocks of the zone show a time; NaN if it is none. Throws for a zone that the browser does not know. */
export function momentIn(zone: string, clockTime: string): number {
  const asUtc = Date.parse(`${clockTime}Z`)
  if (Number.isNaN(asUtc)) return asUtc
  const offsetAt = (at: number) =>
    Date.parse(`${clockTimeIn(zone, at)}Z`) - Math.floor(at / 60_000) * 60_000
  // Twice: the offset at the first guess may be the one before the clocks change.
  return asUtc - offsetAt(asUtc - offsetAt(asUtc))
}
