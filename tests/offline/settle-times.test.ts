import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { OutboxEntry } from '../../src/offline/entry'
import type { MadeAt } from '../../src/offline/queued-time'
import { settledTimes } from '../../src/offline/settle-times'
import { newEntry } from './entries'

const HOUR = 3_600_000
const DAY = 24 * HOUR

function tap(awardId: string, own: Partial<MadeAt>): OutboxEntry {
  const made = { wall: 0, forward: 0, device: 0, pageLife: 'one', serverTime: null, lastContact: null, ...own }
  return newEntry({ awardId, made })
}
const clocks = { forward: 0, device: 0, pageLife: 'now', serverTime: 10 * DAY }

interface Life {
  /** Time since the previous page life (ms). */
  readonly gap: number
  /** Time between each tap and the previous one (ms). */
  readonly taps: readonly number[]
  /** Minimum time between the last contact with the server and the very first tap (ms); null = no contact. */
  readonly contact: number | null
}

function tapsOf(lives: readonly Life[]): { taps: OutboxEntry[]; device: number } {
  let device = 0
  const inAll = lives.flatMap(({ taps }) => taps).reduce((sum, distance) => sum + distance, 0)
  const taps = lives.flatMap(({ gap, taps: distances, contact }, number) => {
    device += gap
    const lastContact = contact === null ? null : clocks.serverTime - inAll - contact
    return distances.map((distance) => {
      device += distance
      return tap(crypto.randomUUID(), { device, pageLife: `life ${number}`, lastContact })
    })
  })
  return { taps, device }
}

function pairsInOneLife(taps: readonly OutboxEntry[]): (readonly [OutboxEntry, OutboxEntry])[] {
  return taps.flatMap((earlier, index) =>
    taps
      .slice(index + 1)
      .filter((later) => later.made.pageLife === earlier.made.pageLife)
      .map((later) => [earlier, later] as const),
  )
}

describe('fault 50: the times of taps without a known server time', () => {
  test('keep their distance if the clock was set back an hour before the replay', () => {
    const taps = [tap('first', { device: 0 }), tap('second', { device: 6_500 })]
    // The timeline stood still at the reload, so that the taps seem to have just happened.
    const times = settledTimes(taps, { ...clocks, device: 6_500 })
    expect(times.get('second')).toBe(10 * DAY)
    expect((times.get('second') ?? 0) - (times.get('first') ?? 0)).toBe(6_500)
  })

  test('keep their distance if the clock was set days ahead, and are not before the last contact', () => {
    const contact = 10 * DAY - 60_000
    const taps = [tap('first', { device: 0, lastContact: contact }), tap('second', { device: 6_500, lastContact: contact })]
    const times = settledTimes(taps, { ...clocks, device: 3 * DAY })
    expect(times.get('first')).toBe(contact)
    expect((times.get('second') ?? 0) - (times.get('first') ?? 0)).toBe(6_500)
  })

  test('keep their distance over a reload between them', () => {
    const contact = 10 * DAY - 60_000
    const taps = [
      tap('first', { device: 0, pageLife: 'one', lastContact: contact }),
      tap('second', { device: 6_500, pageLife: 'two', lastContact: contact }),
    ]
    const times = settledTimes(taps, { ...clocks, device: 3 * DAY })
    expect((times.get('second') ?? 0) - (times.get('first') ?? 0)).toBe(6_500)
  })

  test('keep their distance over a reload also where only the first page life had contact, in whatever order they are read', () => {
    const contact = 10 * DAY - 60_000
    const taps = [
      tap('second', { device: 6_500, pageLife: 'two' }),
      tap('first', { device: 0, pageLife: 'one', lastContact: contact }),
      tap('between', { device: 3_000, pageLife: 'one', lastContact: contact }),
    ]
    const times = settledTimes(taps, { ...clocks, device: 3 * DAY })
    expect(times.get('first')).toBe(contact)
    expect((times.get('second') ?? 0) - (times.get('first') ?? 0)).toBe(6_500)
  })

  test('keep their distance in two tabs at once, of which only the first had contact', () => {
    const contact = 10 * DAY - 60_000
    const taps = [
      tap('other tab', { device: 5_000, pageLife: 'two' }),
      tap('first', { device: 0, pageLife: 'one', lastContact: contact }),
      tap('last', { device: 10_000, pageLife: 'one', lastContact: contact }),
    ]
    const times = settledTimes(taps, { ...clocks, device: 3 * DAY })
    expect(taps.map(({ awardId }) => (times.get(awardId) ?? 0) - contact)).toEqual([5_000, 0, 10_000])
  })

  test('are not moved by a page life whose times are known', () => {
    const taps = [tap('known', { device: 0, serverTime: 5 * DAY }), tap('later', { device: DAY, pageLife: 'two' })]
    const times = settledTimes(taps, { ...clocks, device: 10 * DAY })
    expect([...times]).toEqual([['later', DAY]])
  })

  test('are derived from a tap of the same page life with a known time', () => {
    const known = 9 * DAY
    const taps = [tap('before', { device: 1_000 }), tap('known', { device: 5_000, serverTime: known })]
    const times = settledTimes(taps, { ...clocks, device: 7 * DAY })
    expect([...times]).toEqual([['before', known - 4_000]])
  })

  test('are derived from the present within the same page life', () => {
    const times = settledTimes([tap('first', { device: 2_000, pageLife: 'now' })], { ...clocks, device: 9_000 })
    expect(times.get('first')).toBe(10 * DAY - 7_000)
  })

  test('follow the server’s present time where the page’s own clock has slept since a known tap', () => {
    const taps = [
      tap('before', { device: 1_000, pageLife: 'now' }),
      tap('known', { device: 2_000, pageLife: 'now', serverTime: DAY }),
    ]
    const times = settledTimes(taps, { ...clocks, device: 9_000 })
    expect([...times]).toEqual([['before', 10 * DAY - 8_000]])
  })

  test('are never in the future and no closer together than the taps were, whatever the clocks say', () => {
    const life = fc.record({
      gap: fc.integer({ min: 0, max: 5 * DAY }),
      taps: fc.array(fc.integer({ min: 0, max: 2 * HOUR }), { minLength: 1, maxLength: 4 }),
      contact: fc.option(fc.integer({ min: 0, max: DAY })),
    })
    fc.assert(
      fc.property(fc.array(life, { maxLength: 4 }), fc.integer({ min: 0, max: 5 * DAY }), (lives, after) => {
        const { taps, device } = tapsOf(lives)
        const times = settledTimes(taps, { ...clocks, device: device + after })
        for (const entry of taps) expect(times.get(entry.awardId)).toBeLessThanOrEqual(clocks.serverTime)
        for (const [earlier, later] of pairsInOneLife(taps)) {
          const distance = (later.made.device ?? 0) - (earlier.made.device ?? 0)
          expect((times.get(later.awardId) ?? 0) - (times.get(earlier.awardId) ?? 0)).toBeCloseTo(distance, 3)
        }
      }),
    )
  })

  test('fault 79: a cancel keeps its distance from its award, in the same page life and in a later one', () => {
    for (const pageLife of ['one', 'two']) {
      const { made, ...award } = tap('first', { device: 0, lastContact: 10 * DAY - HOUR })
      const cancelMade = { ...made, device: 60_000, pageLife }
      const times = settledTimes([{ ...award, made, cancelMade }], { ...clocks, device: 3 * DAY })
      expect([...times.values()]).toEqual([10 * DAY - HOUR, 10 * DAY - HOUR + 60_000])
    }
  })
})
