import { timeTexts } from '#texts/time'

const DAY_NAMES: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'long' }
const DAY_NUMBERS: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'numeric' }
const TIME: Intl.DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit', hour12: false }

function momentWith(day: Intl.DateTimeFormatOptions, at: number, now: number): string {
  const moment = new Date(at)
  const time = moment.toLocaleTimeString('hr-HR', TIME)
  if (moment.toDateString() === new Date(now).toDateString()) return time
  return `${moment.toLocaleDateString('hr-HR', day)} u ${time}`
}

/** Formats a time (ms since 1970): "14:05" today, "30. rujna u 14:05" on another day. */
export function formatMoment(at: number, now: number = Date.now()): string {
  return momentWith(DAY_NAMES, at, now)
}

/** The same where there is little room: "14:05" today, "30. 09. u 14:05" on another day. */
export function formatMomentShort(at: number, now: number = Date.now()): string {
  return momentWith(DAY_NUMBERS, at, now)
}

const DAY_MS = 24 * 60 * 60 * 1000

/** Formats the day of a time (ms since 1970): "Danas", "Jučer", "30. rujna", with the year if it is another one. */
export function formatDay(at: number, now: number = Date.now()): string {
  const day = new Date(at)
  if (day.toDateString() === new Date(now).toDateString()) return timeTexts.today
  if (day.toDateString() === new Date(now - DAY_MS).toDateString()) return timeTexts.yesterday
  const sameYear = day.getFullYear() === new Date(now).getFullYear()
  return day.toLocaleDateString('hr-HR', sameYear ? DAY_NAMES : { ...DAY_NAMES, year: 'numeric' })
}
