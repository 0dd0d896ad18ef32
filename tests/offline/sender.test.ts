import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Answer, newEntry, SILENT } from './entries'
import { createDevice } from './fake-world'

/** The pauses after so many drains (ms), each of which the server answers like this. */
async function pausesAfter(times: number, answer: Awaited<ReturnType<Answer>>, random: number): Promise<number[]> {
  const device = createDevice()
  const tab = device.openTab(async () => answer, { random: () => random })
  await device.store.append(newEntry())
  await tab.signIn('iva')
  await tab.settled()
  const pauses: number[] = []
  while (pauses.length < times) {
    const pause = device.nextAttempt() ?? 0
    pauses.push(pause)
    await device.pass(pause)
  }
  return pauses
}

test('fault 13: the pause doubles from 1 s to at most 30 s, with jitter over its upper half', async () => {
  expect(await pausesAfter(7, SILENT, 1)).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000])
  expect(await pausesAfter(7, SILENT, 0)).toEqual([500, 1_000, 2_000, 4_000, 8_000, 15_000, 15_000])
  expect((await pausesAfter(60, SILENT, 1)).at(-1)).toBe(30_000)
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
