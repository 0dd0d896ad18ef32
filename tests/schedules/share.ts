import { randomInt } from 'node:crypto'
import { expect, test } from 'vitest'
import { engineUnderTest } from '../support/engine-under-test'
import { playSchedules } from './schedules'

/** Shares run in parallel, each in its own test file and on its own database. */
const SHARES = 2
const SCHEDULES = 1_000
/** The longest that one may take, on a machine that has other work to do. */
const EACH_MS = { sqlite: 200, postgres: 2_000 } as const
/** Fixed, so that a run of the checks never fails for a change that it does not contain; SCHEDULES_SEED=random explores others. */
const SEEDS = [20_260_510, 77] as const

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
 * Registers one share of the schedules. SCHEDULES is the total number; SCHEDULES_SEED and SCHEDULES_PATH, as printed by a
 * failure, repeat it.
 */
export function describeShare(share: number): void {
  const schedules = Math.ceil(readNumber('SCHEDULES', SCHEDULES) / SHARES)
  const seed = process.env.SCHEDULES_SEED === 'random' ? randomInt(2 ** 31) : readNumber('SCHEDULES_SEED', SEEDS[share] ?? share)
  const timeout = 60_000 + schedules * EACH_MS[engineUnderTest()]

  test(`faults 66, 67 and 79: each of ${schedules} schedules of faults keeps the three promises (share ${share})`, {
    timeout,
  }, async () => {
    tell(`share ${share}, SCHEDULES_SEED=${seed}`)
    const begun = performance.now()
    const { taps, recorded, survived } = await playSchedules({ schedules, seed, path: process.env.SCHEDULES_PATH })
    const seconds = Math.round((performance.now() - begun) / 1000)
    tell(
      `${schedules} played in ${seconds} s, with ${taps} taps, ${recorded} of them recorded, ${survived} had been shown on a phone that was destroyed`,
    )
    expect(recorded).toBeGreaterThan(0)
  })
}
