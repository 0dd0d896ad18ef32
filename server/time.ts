import { keptTime } from '#rules/kept-time'

const DAY_MS = 86_400_000
const padded = (count: number, length: number) => Array.from({ length: count }, (_, value) => String(value).padStart(length, '0'))
const TWO_DIGITS = padded(60, 2)
const THREE_DIGITS = padded(1_000, 3)

let day = Number.NaN
let dayText = ''

/**
 * `new Date(ms).toISOString()` in a tenth of its time, which a list of a thousand awards has to write twice each. A time that
 * cannot be kept (rule 18) is written as the nearest that can: one row must not take its list with it.
 */
export function isoTime(time: number): string {
  const ms = keptTime(time)
  const ofDay = Math.floor(ms / DAY_MS)
  if (ofDay !== day) {
    dayText = new Date(ofDay * DAY_MS).toISOString().slice(0, -'00:00:00.000Z'.length)
    day = ofDay
  }
  const rest = Math.trunc(ms - ofDay * DAY_MS)
  const seconds = Math.floor(rest / 1_000)
  const minutes = Math.floor(seconds / 60)
  const clock = `${TWO_DIGITS[Math.floor(minutes / 60)]}:${TWO_DIGITS[minutes % 60]}:${TWO_DIGITS[seconds % 60]}`
  return `${dayText}${clock}.${THREE_DIGITS[rest % 1_000]}Z`
}

export function isoTimeOrNull(ms: number | null): string | null {
  return ms === null ? null : isoTime(ms)
}

const MINUTE_MS = 60_000
const two = (value: number) => String(Math.floor(value)).padStart(2, '0')

/** Digits of `toISOString()` up to seconds. */
const SECONDS = 19

function localDigits(time: number): { readonly digits: string; readonly offset: number } {
  const ms = keptTime(time)
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

/** A time for the name of a file. */
export function fileTime(ms: number): string {
  return localDigits(ms).digits.replaceAll(':', '-')
}

/** How long an answer asks to wait, in ms: the header's seconds, or until its time. */
export function parseRetryAfter(header: string | null | undefined): number | null {
  if (header == null) return null
  const ms = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now()
  return Number.isNaN(ms) ? null : Math.max(0, ms)
}
