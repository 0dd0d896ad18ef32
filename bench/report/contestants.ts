import { median } from './row'

/** A program that a bench measures in turn with others. */
export interface Contestant {
  readonly name: string
  /** Runs one round and returns its result. */
  run(): Promise<number>
}

/** Interleaves the rounds of all contestants (A B A B …), so that a disturbance of the machine affects all alike. */
export async function inTurn(
  contestants: readonly Contestant[],
  rounds: number,
  progress: (text: string) => void,
): Promise<number[][]> {
  const reached: number[][] = contestants.map(() => [])
  for (let round = 1; round <= rounds; round++) {
    for (const [index, { name, run }] of contestants.entries()) {
      const value = await run()
      reached[index]?.push(value)
      progress(`round ${round} of ${rounds}: ${name} ${Math.round(value)}`)
    }
  }
  return reached
}

/**
 * Returns the ratio of the medians, as a number and as text with the lowest and highest ratio of a
 * round.
 */
export function ratioOf(
  numerators: readonly number[],
  denominators: readonly number[],
): { value: number; text: string } {
  const value = median(numerators) / median(denominators)
  const each = numerators
    .map((one, round) => one / (denominators[round] ?? Number.NaN))
    .sort((a, b) => a - b)
  // Two decimals would round a very small ratio to nothing.
  const text = (ratio = Number.NaN) => (ratio < 0.1 ? ratio.toPrecision(2) : ratio.toFixed(2))
  return { value, text: `${text(value)} (${text(each[0])}–${text(each.at(-1))})` }
}
