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
