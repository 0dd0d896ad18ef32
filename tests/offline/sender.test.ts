import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createSender, type DrainOutcome } from '../../src/offline/queue/sender'

/** Drains a queue this often, and returns the pause after each (ms). */
async function pausesAfter(times: number, outcome: DrainOutcome, random: number): Promise<number[]> {
  const pauses: number[] = []
  let now = 0
  let due = () => {}
  const sender = createSender(
    {
      locks: null,
      now: () => now,
      random: () => random,
      schedule(work, afterMs) {
        pauses.push(afterMs)
        due = work
        return () => undefined
      },
      inFront: () => true,
      requestSync: () => undefined,
    },
    { lock: 'queue', waits: () => true, drain: async () => outcome, afterDrain: async () => undefined },
  )
  sender.signIn('iva')
  sender.drainSoon()
  await sender.settled()
  while (pauses.length < times) {
    now += pauses.at(-1) ?? 0
    due()
    await sender.settled()
  }
  return pauses
}

const silence = { is: 'later', silent: true, retryAfterMs: null } as const

test('fault 13: the pause doubles from 1 s to at most 30 s, with jitter over its upper half', async () => {
  expect(await pausesAfter(7, silence, 1)).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000])
  expect(await pausesAfter(7, silence, 0)).toEqual([500, 1_000, 2_000, 4_000, 8_000, 15_000, 15_000])
  expect((await pausesAfter(60, silence, 1)).at(-1)).toBe(30_000)
})

test("fault 14: the pause is at least the server's Retry-After", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 20 }),
      fc.integer({ min: 0, max: 120_000 }),
      fc.double({ min: 0, max: 0.999, noNaN: true }),
      async (times, retryAfterMs, random) => {
        const pauses = await pausesAfter(times, { is: 'later', silent: false, retryAfterMs }, random)
        expect(Math.min(...pauses)).toBeGreaterThanOrEqual(retryAfterMs)
      },
    ),
  )
})
