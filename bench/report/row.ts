/** One line of a bench's table. */
export interface Row {
  readonly what: string
  readonly measured: string
  /** The lower bound of any implementation, or another value to compare with, measured in the same run. */
  readonly floor: string
  readonly ratio: string
  readonly goal: string
  readonly verdict: 'met' | 'missed' | 'invalid' | 'not measured' | ''
  /** Why a row is invalid or was not measured. */
  readonly note?: string
}

export function notMeasured(what: string, goal: string, note: string): Row {
  return { what, measured: '', floor: '', ratio: '', goal, verdict: 'not measured', note }
}

/** Errors occurred under load: the numbers are shown but do not count. */
export function invalidate(row: Row, faults: readonly string[]): Row {
  return faults.length === 0 ? row : { ...row, verdict: 'invalid', note: faults.join('; ') }
}

const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 })

/** The median of several rounds with minimum and maximum. */
export function withSpread(values: readonly number[], unit: string, digits = 0): string {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
  const text = (value: number) => (digits === 0 ? whole.format(value) : value.toFixed(digits))
  return `${text(middle)}${unit} (${text(sorted[0] ?? Number.NaN)}–${text(sorted.at(-1) ?? Number.NaN)})`
}
