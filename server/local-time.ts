import { keptTime } from '#rules/kept-time'

const MINUTE_MS = 60_000
const two = (value: number) => String(Math.floor(value)).padStart(2, '0')

/** Digits of `toISOString()` up to seconds, and up to thousandths of them. */
const SECONDS = 19
const THOUSANDTHS = 23

function localDigits(time: number, digits: number): { readonly digits: string; readonly offset: number } {
  const ms = keptTime(time)
  const offset = -new Date(ms).getTimezoneOffset()
  return { digits: new Date(ms + offset * MINUTE_MS).toISOString().slice(0, digits), offset }
}

function withZone(ms: number, length: number): string {
  const { digits, offset } = localDigits(ms, length)
  const size = Math.abs(offset)
  return `${digits}${offset < 0 ? '-' : '+'}${two(size / 60)}:${two(size % 60)}`
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
  return withZone(ms, SECONDS)
}

/** The same with thousandths of a second, so that an export loses nothing. */
export function exactLocalTime(ms: number): string {
  return withZone(ms, THOUSANDTHS)
}

/** A time for the name of a file. */
export function fileTime(ms: number): string {
  return localDigits(ms, SECONDS).digits.replaceAll(':', '-')
}
