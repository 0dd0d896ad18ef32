import { clampTime } from '#rules/time-range'

/**
 * Formats a time. A time out of range (rule 18) becomes the nearest valid time, so that a single
 * row does not break its whole list.
 */
export function isoTime(ms: number): string {
  return new Date(clampTime(ms)).toISOString()
}

export function isoTimeOrNull(ms: number | null): string | null {
  return ms === null ? null : isoTime(ms)
}

const MINUTE_MS = 60_000
const two = (value: number) => String(Math.floor(value)).padStart(2, '0')

/** The length of `toISOString()` up to the seconds. */
const LENGTH_TO_SECONDS = 19

function localDigits(time: number): { readonly digits: string; readonly offset: number } {
  const ms = clampTime(time)
  const offset = -new Date(ms).getTimezoneOffset()
  return {
    digits: new Date(ms + offset * MINUTE_MS).toISOString().slice(0, LENGTH_TO_SECONDS),
    offset,
  }
}

/**
 * Sets this process's local time zone. Only commands do so, because they serve one event. The
 * server formats times in UTC or in a given zone (`momentIn`), and keeps its computer's zone.
 */
export function setTimeZone(name: string): void {
  // Takes effect at once in Node. Use ICU's spelling: TZ is case-sensitive, unlike the event file.
  process.env.TZ = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone
}

/** Formats a local time with its offset: `2026-05-09T10:00:00+02:00`, also valid in event.json. */
export function localTime(ms: number): string {
  const { digits, offset } = localDigits(ms)
  const size = Math.abs(offset)
  return `${digits}${offset < 0 ? '-' : '+'}${two(size / 60)}:${two(size % 60)}`
}

const formats = new Map<string, Record<'day' | 'time', Intl.DateTimeFormat>>()

/**
 * Formats a time in a zone as people say it: "14:05", or on another day than `now` "30. rujna u
 * 14:05".
 */
export function momentIn(timeZone: string, at: number, now: number): string {
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('hr-HR', { ...options, timeZone })
  const made = () => ({
    day: format({ day: 'numeric', month: 'long' }),
    time: format({ hour: '2-digit', minute: '2-digit', hour12: false }),
  })
  const { day, time } = formats.get(timeZone) ?? made()
  formats.set(timeZone, { day, time })
  return day.format(at) === day.format(now)
    ? time.format(at)
    : `${day.format(at)} u ${time.format(at)}`
}

/** Formats a time for a file name. */
export function fileTime(ms: number): string {
  return localDigits(ms).digits.replaceAll(':', '-')
}

/** Parses a Retry-After header, in seconds or as a date, to ms; null if missing or invalid. */
export function parseRetryAfter(header: string | null | undefined): number | null {
  if (header == null) return null
  const ms = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now()
  return Number.isNaN(ms) ? null : Math.max(0, ms)
}
