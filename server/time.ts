import { clampTime } from '#rules/time-range'

/** A time that cannot be stored (rule 18) is written as the nearest that can: one row must not take its list with it. */
export function isoTime(ms: number): string {
  return new Date(clampTime(ms)).toISOString()
}

export function isoTimeOrNull(ms: number | null): string | null {
  return ms === null ? null : isoTime(ms)
}

const MINUTE_MS = 60_000
const two = (value: number) => String(Math.floor(value)).padStart(2, '0')

/** Digits of `toISOString()` up to seconds. */
const SECONDS = 19

function localDigits(time: number): { readonly digits: string; readonly offset: number } {
  const ms = clampTime(time)
  const offset = -new Date(ms).getTimezoneOffset()
  return { digits: new Date(ms + offset * MINUTE_MS).toISOString().slice(0, SECONDS), offset }
}

/**
 * From now on local times of this process are those of the zone. For a command, which serves one event; the server, which shows
 * times in UTC, keeps that of its computer.
 */
export function setTimeZone(name: string): void {
  // Node takes it up at once. ICU's own spelling: TZ, unlike the event file, minds upper and lower case.
  process.env.TZ = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone
}

/** A time as the clock on the wall shows it, with its offset: `2026-05-09T10:00:00+02:00`. event.json takes it too. */
export function localTime(ms: number): string {
  const { digits, offset } = localDigits(ms)
  const size = Math.abs(offset)
  return `${digits}${offset < 0 ? '-' : '+'}${two(size / 60)}:${two(size % 60)}`
}

const wallClocks = new Map<string, Record<'day' | 'time', Intl.DateTimeFormat>>()

/** A time as people of a zone say it: "14:05", on another day than `now` "30. rujna u 14:05". */
export function momentIn(timeZone: string, at: number, now: number): string {
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('hr-HR', { ...options, timeZone })
  const made = () => ({
    day: format({ day: 'numeric', month: 'long' }),
    time: format({ hour: '2-digit', minute: '2-digit', hour12: false }),
  })
  const { day, time } = wallClocks.get(timeZone) ?? made()
  wallClocks.set(timeZone, { day, time })
  return day.format(at) === day.format(now)
    ? time.format(at)
    : `${day.format(at)} u ${time.format(at)}`
}

/** A time for the name of a file. */
export function fileTime(ms: number): string {
  return localDigits(ms).digits.replaceAll(':', '-')
}

/** A Retry-After header as ms: its seconds, or until its time. */
export function parseRetryAfter(header: string | null | undefined): number | null {
  if (header == null) return null
  const ms = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now()
  return Number.isNaN(ms) ? null : Math.max(0, ms)
}
