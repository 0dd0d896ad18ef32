import { unbroken } from '#texts/numbers'
import { timeTexts } from '#texts/time'
import { eventTimeZone, serverNow } from './server-clock'

const DAY_NAMES: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'long' }
const DAY_AND_YEAR: Intl.DateTimeFormatOptions = { ...DAY_NAMES, year: 'numeric' }
const WHOLE_DAY: Intl.DateTimeFormatOptions = { dateStyle: 'short' }
const YEAR: Intl.DateTimeFormatOptions = { year: 'numeric' }
const DAY_NUMBERS: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'numeric' }
const TIME: Intl.DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit', hour12: false }

/**
 * Formatters, created lazily and once: a slow phone needs tens of milliseconds for one, and a long
 * list has hundreds of times.
 */
const formats = new Map<Intl.DateTimeFormatOptions, Intl.DateTimeFormat>()
let zoneOfFormats: string | undefined

function formatWith(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat('hr-HR', { ...options, timeZone: zoneOfFormats })
  } catch {
    // The browser does not know the zone: its own is better than no time at all.
    return new Intl.DateTimeFormat('hr-HR', options)
  }
}

function inZone(at: number, options: Intl.DateTimeFormatOptions): string {
  if (zoneOfFormats !== eventTimeZone()) formats.clear()
  zoneOfFormats = eventTimeZone()
  const format = formats.get(options) ?? formatWith(options)
  formats.set(options, format)
  return format.format(at)
}
const dayOf = (at: number) => inZone(at, WHOLE_DAY)

/** True if two times (ms since 1970) fall on one day in the event's zone. */
export const isSameDay = (one: number, other: number): boolean => dayOf(one) === dayOf(other)

/** The hour that the event's clocks show at a time (ms since 1970). */
export const hourOf = (at: number): number => Number(inZone(at, TIME).slice(0, 2))

const MINUTE_MS = 60_000

/** The start of the hour that the event's clocks show at a time (both ms since 1970). */
export function startOfHour(at: number): number {
  const minutes = Number(inZone(at, TIME).slice(3))
  return at - minutes * MINUTE_MS - (at % MINUTE_MS)
}

const yearOf = (at: number) => inZone(at, YEAR)

/** "30. rujna" on one line, with the year if it is not the current one. */
const dayName = (at: number, now: number) =>
  unbroken(inZone(at, yearOf(at) === yearOf(now) ? DAY_NAMES : DAY_AND_YEAR))

function momentOn(day: (at: number, now: number) => string, at: number, now: number): string {
  const time = inZone(at, TIME)
  return isSameDay(at, now) ? time : `${day(at, now)} u ${time}`
}

/**
 * Formats a time (ms since 1970), by default one of the server's: "14:05" today, "30. rujna u 14:05" on another day, with the year
 * if it is not the current one.
 */
export function formatMoment(at: number, now: number = serverNow()): string {
  return momentOn(dayName, at, now)
}

/** Formats a time (ms since 1970) as "14:05" if it is today, else as its day alone: "30. 09.". */
export function formatTimeOrDay(at: number, now: number): string {
  return isSameDay(at, now) ? inZone(at, TIME) : unbroken(inZone(at, DAY_NUMBERS))
}

/** Short form of a time (ms since 1970): "14:05" today, "30. 09. u 14:05" on another day. */
export function formatMomentShort(at: number, now: number = serverNow()): string {
  return momentOn((day) => unbroken(inZone(day, DAY_NUMBERS)), at, now)
}

const HALF_A_DAY_MS = 12 * 3_600_000

/** The day before the current one. Steps by half days: a day has 23 to 25 hours. */
function dayBefore(now: number): string | undefined {
  return [1, 2, 3]
    .map((steps) => dayOf(now - steps * HALF_A_DAY_MS))
    .find((day) => day !== dayOf(now))
}

/**
 * Formats the day of a time (ms since 1970): "Danas", "Jučer", "30. rujna", with the year if it is
 * not the current one.
 */
export function formatDay(at: number, now: number = serverNow()): string {
  if (isSameDay(at, now)) return timeTexts.today
  if (dayOf(at) === dayBefore(now)) return timeTexts.yesterday
  return dayName(at, now)
}
