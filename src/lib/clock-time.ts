const DAY_NAMES: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'long' }
const TIME: Intl.DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit', hour12: false }

/** Formats a time (ms since 1970): "14:05" today, "30. rujna u 14:05" on another day. */
export function formatMoment(at: number, now: number = Date.now()): string {
  const moment = new Date(at)
  const time = moment.toLocaleTimeString('hr-HR', TIME)
  if (moment.toDateString() === new Date(now).toDateString()) return time
  return `${moment.toLocaleDateString('hr-HR', DAY_NAMES)} u ${time}`
}
