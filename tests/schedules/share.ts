import { randomInt } from 'node:crypto'
import { expect, test } from 'vitest'
import { playSchedules } from './schedules'

/** Shares run side by side, each in a file and on a database of its own. */
const SHARES = 2
const SCHEDULES = 10_000

function readNumber(name: string, otherwise: number): number {
  const text = process.env[name]
  const value = text === undefined || text === '' ? otherwise : Number(text)
  if (!Number.isSafeInteger(value)) throw new Error(`${name} is no whole number: ${text}`)
  return value
}

function tell(text: string): void {
  process.stdout.write(`schedules: ${text}\n`)
}

/**
 * One share of the schedules. SCHEDULES says how many there are in all; SCHEDULES_SEED and SCHEDULES_PATH, as a failure
 * prints them, play it again, and SCHEDULES_STRICT=1 also fails for what is known and not mended yet.
 */
export function describeShare(share: number): void {
  const schedules = Math.ceil(readNumber('SCHEDULES', SCHEDULES) / SHARES)
  const seed = readNumber('SCHEDULES_SEED', randomInt(2 ** 31))
  const timeout = 60_000 + schedules * 200

  test(`each of ${schedules} schedules of faults keeps the three promises (share ${share})`, { timeout }, async () => {
    tell(`share ${share}, SCHEDULES_SEED=${seed}`)
    const begun = performance.now()
    const { taps, recorded } = await playSchedules({ schedules, seed, path: process.env.SCHEDULES_PATH })
    const seconds = Math.round((performance.now() - begun) / 1000)
    tell(`${schedules} played in ${seconds} s, with ${taps} taps, ${recorded} of them recorded`)
    expect(recorded).toBeGreaterThan(0)
  })
}
