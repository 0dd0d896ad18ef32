import { type Forms, pluralForm } from '#texts/nouns'
import { unbroken } from '#texts/numbers'
import { timeTexts, timeUnits } from '#texts/time'

const MINUTE = 60
const HOUR = 3_600
const DAY = 86_400
const YEAR = 365 * DAY

/** Uses an ordinary space, unlike `counted`: the specification fixes these texts to the letter. */
const inUnit = (count: number, unit: Forms) => `${count} ${pluralForm(count, unit)}`

function inUnits(seconds: number, pick: (unit: keyof typeof timeUnits) => Forms): string {
  if (seconds < MINUTE) return inUnit(Math.floor(seconds), pick('second'))
  if (seconds < HOUR) return inUnit(Math.floor(seconds / MINUTE), pick('minute'))
  if (seconds < DAY) return inUnit(Math.floor(seconds / HOUR), pick('hour'))
  if (seconds < YEAR) return inUnit(Math.floor(seconds / DAY), pick('day'))
  return inUnit(Math.round(seconds / YEAR), pick('year'))
}

function isDuration(seconds: unknown): seconds is number {
  return typeof seconds === 'number' && Number.isFinite(seconds) && seconds >= 0
}

/**
 * Formats a duration (s) in its largest unit, nominative: "1 minuta", "5 sati". Anything but a
 * finite number of at least 0 gives 'Nevažeći unos'.
 */
export function formatDuration(seconds: unknown): string {
  return isDuration(seconds)
    ? inUnits(seconds, (unit) => timeUnits[unit])
    : timeTexts.invalidDuration
}

/** Like `formatDuration`, in the accusative that follows "za" and "prije": "1 minutu". */
export function formatDurationAccusative(seconds: unknown): string {
  if (!isDuration(seconds)) return timeTexts.invalidDuration
  return inUnits(seconds, (unit) => ({ ...timeUnits[unit], one: timeUnits[unit].accusative }))
}

/** Rounds up to the displayed unit, so that the remaining time is never understated. */
function roundedUp(seconds: number): number {
  const unit = [YEAR, DAY, HOUR, MINUTE].find((one) => seconds >= one) ?? 1
  return Math.ceil(seconds / unit) * unit
}

/**
 * Formats a remaining time, rounded up, in the nominative, with a no-break space: 61 s are "2
 * minute".
 */
export function formatRemaining(seconds: number): string {
  return unbroken(formatDuration(roundedUp(seconds)))
}

/**
 * Formats a remaining time, rounded up, in the accusative that follows "za", with a no-break space.
 */
export function formatRemainingAccusative(seconds: number): string {
  return unbroken(formatDurationAccusative(roundedUp(seconds)))
}

/**
 * Formats a duration in short units, without rounding, with no-break spaces: "45 s", "30 min", "1 h
 * 30 min".
 */
export function formatDurationShort(seconds: number): string {
  const { day, hour, minute, second } = timeTexts.short
  const parts = [
    [Math.floor(seconds / DAY), day],
    [Math.floor((seconds % DAY) / HOUR), hour],
    [Math.floor((seconds % HOUR) / MINUTE), minute],
    [Math.floor(seconds % MINUTE), second],
  ] as const
  const shown = parts.filter(([count]) => count > 0).map(([count, unit]) => `${count} ${unit}`)
  return unbroken(shown.length === 0 ? `0 ${second}` : shown.join(' '))
}

/**
 * Formats a remaining time (ms), rounded up to minutes, or to hours from one day on: "54 min", "1 h
 * 5 min", "3 d 4 h".
 */
export function formatLeft(ms: number): string {
  const seconds = Math.ceil(ms / 1000 / MINUTE) * MINUTE
  return formatDurationShort(seconds > DAY ? Math.ceil(seconds / HOUR) * HOUR : seconds)
}
