import { pluralForm } from '#texts/nouns'
import { unbroken } from '#texts/numbers'
import { type TimeUnit, timeTexts, timeUnits } from '#texts/time'
import { formatDurationAccusative } from './duration'

// Do not move this file or `duration.ts`: the specification names them, and external checks use
// their paths.

const MINUTE = 60
const MONTH = 30 * 86_400
const WHOLE_YEAR = 365 * 86_400

function ago(elapsed: number, unitSeconds: number, unit: TimeUnit): string {
  const count = Math.floor(elapsed / unitSeconds)
  return timeTexts.ago(`${count} ${pluralForm(count, { ...unit, one: unit.accusative })}`)
}

/**
 * Formats how long ago a date was: "prije 2 minute". 'Nevažeći datum' if it is invalid or after
 * `now`.
 */
export function formatRelativeDate(
  date: Date | string | number | null | undefined,
  now: Date = new Date(),
): string {
  // `new Date(null)` is in 1970.
  const at = date === null || date === undefined ? Number.NaN : new Date(date).getTime()
  const elapsed = (now.getTime() - at) / 1_000
  if (Number.isNaN(elapsed) || elapsed < 0) return timeTexts.invalidDate
  if (elapsed < MINUTE) return timeTexts.justNow
  if (elapsed < MONTH) return timeTexts.ago(formatDurationAccusative(elapsed))
  if (elapsed < WHOLE_YEAR) return ago(elapsed, MONTH, timeUnits.month)
  return ago(elapsed, WHOLE_YEAR, timeUnits.year)
}

/**
 * Formats how long ago a time was by the server's clock (`now`, ms), with a no-break space. A time
 * ahead of that clock is shown as just now.
 */
export function formatAgo(at: string | number, now: number): string {
  return unbroken(formatRelativeDate(Math.min(new Date(at).getTime(), now), new Date(now)))
}
