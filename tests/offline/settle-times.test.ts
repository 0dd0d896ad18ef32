import fc from 'fast-check'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { onServerTime } from '#lib/server-clock'
import { serverLedger } from '../../src/api/connection'
import type { Clocks, MadeAt } from '../../src/offline/clocks'
import type { AwardEntry } from '../../src/offline/entry'
import { settledTimes, settleTimes } from '../../src/offline/settle-times'
import { OUTPUTS } from '../support/examples'
import { outboxWith } from './drain-to'
import { newEntry, readAwards } from './entries'

const HOUR = 3_600_000
const DAY = 24 * HOUR

function tap(awardId: string, own: Partial<MadeAt>): AwardEntry {
  const made = {
    wall: 0,
    forward: 0,
    device: 0,
    pageLife: 'one',
    serverTime: null,
    lastContact: null,
    ...own,
  }
  return newEntry({ awardId, made })
}
const clocks = { forward: 0, device: 0, pageLife: 'now', serverTime: 10 * DAY }

interface Life {
  /** Time since the previous page life (ms). */
  readonly gap: number
  /** Time between each tap and the previous one (ms). */
  readonly taps: readonly number[]
  /**
   * The time (ms) from the last contact to `serverTime − inAll`, the latest possible time of the
   * first tap; null without a contact.
   */
  readonly contact: number | null
}

function tapsOf(lives: readonly Life[]): { taps: AwardEntry[]; device: number } {
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

function pairsInOneLife(taps: readonly AwardEntry[]): (readonly [AwardEntry, AwardEntry])[] {
  return taps.flatMap((earlier, index) =>
    taps
      .slice(index + 1)
      .filter((later) => later.made.pageLife === earlier.made.pageLife)
      .map((later) => [earlier, later] as const),
  )
}

describe('fault 50: the times of taps without a known server time', () => {
  test('keep their intervals if the clock was set days ahead, and are not before the last contact', () => {
    const contact = 10 * DAY - 60_000
    const taps = [
      tap('first', { device: 0, lastContact: contact }),
      tap('second', { device: 6_500, lastContact: contact }),
    ]
    const times = settledTimes(taps, { ...clocks, device: 3 * DAY })
    expect(times.get('first')).toBe(contact)
    expect((times.get('second') ?? 0) - (times.get('first') ?? 0)).toBe(6_500)
  })

  test('keep their intervals over a reload, even if only the first page life had contact', () => {
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

  test('keep their intervals in two tabs at once, of which only the first had contact', () => {
    const contact = 10 * DAY - 60_000
    const taps = [
      tap('other tab', { device: 5_000, pageLife: 'two' }),
      tap('first', { device: 0, pageLife: 'one', lastContact: contact }),
      tap('last', { device: 10_000, pageLife: 'one', lastContact: contact }),
    ]
    const times = settledTimes(taps, { ...clocks, device: 3 * DAY })
    expect(taps.map(({ awardId }) => (times.get(awardId) ?? 0) - contact)).toEqual([
      5_000, 0, 10_000,
    ])
  })

  test('are not derived from a tap of another page life whose time is known', () => {
    const taps = [
      tap('known', { device: 0, serverTime: 5 * DAY }),
      tap('later', { device: DAY, pageLife: 'two' }),
    ]
    const times = settledTimes(taps, { ...clocks, device: 10 * DAY })
    expect([...times]).toEqual([['later', DAY]])
  })

  test('are derived from a tap of the same page life with a known time', () => {
    const known = 9 * DAY
    const taps = [
      tap('before', { device: 1_000 }),
      tap('known', { device: 5_000, serverTime: known }),
    ]
    const times = settledTimes(taps, { ...clocks, device: 7 * DAY })
    expect([...times]).toEqual([['before', known - 4_000]])
  })

  test('are derived from the present within the same page life', () => {
    const times = settledTimes([tap('first', { device: 2_000, pageLife: 'now' })], {
      ...clocks,
      device: 9_000,
    })
    expect(times.get('first')).toBe(10 * DAY - 7_000)
  })

  test('are counted back from the server’s present time, not from a known tap, if the page’s clock stood still', () => {
    const taps = [
      tap('before', { device: 1_000, pageLife: 'now' }),
      tap('known', { device: 2_000, pageLife: 'now', serverTime: DAY }),
    ]
    const times = settledTimes(taps, { ...clocks, device: 9_000 })
    expect([...times]).toEqual([['before', 10 * DAY - 8_000]])
  })

  test('are never in the future and keep the intervals of the taps, whatever the clocks say', () => {
    const life = fc.record({
      gap: fc.integer({ min: 0, max: 5 * DAY }),
      taps: fc.array(fc.integer({ min: 0, max: 2 * HOUR }), { minLength: 1, maxLength: 4 }),
      contact: fc.option(fc.integer({ min: 0, max: DAY })),
    })
    fc.assert(
      fc.property(
        fc.array(life, { maxLength: 4 }),
        fc.integer({ min: 0, max: 5 * DAY }),
        (lives, after) => {
          const { taps, device } = tapsOf(lives)
          const times = settledTimes(taps, { ...clocks, device: device + after })
          for (const entry of taps)
            expect(times.get(entry.awardId)).toBeLessThanOrEqual(clocks.serverTime)
          for (const [earlier, later] of pairsInOneLife(taps)) {
            const distance = (later.made.device ?? 0) - (earlier.made.device ?? 0)
            expect((times.get(later.awardId) ?? 0) - (times.get(earlier.awardId) ?? 0)).toBeCloseTo(
              distance,
              3,
            )
          }
        },
      ),
    )
  })

  test('fault 79: a cancel keeps its interval from its award, in the same page life and in a later one', () => {
    for (const pageLife of ['one', 'two']) {
      const { made, ...award } = tap('first', { device: 0, lastContact: 10 * DAY - HOUR })
      const cancelMade = { ...made, device: 60_000, pageLife }
      const times = settledTimes([{ ...award, made, cancelMade }], { ...clocks, device: 3 * DAY })
      expect([...times.values()]).toEqual([10 * DAY - HOUR, 10 * DAY - HOUR + 60_000])
    }
  })
})

const NOW = 1_000_000
const KO = {
  status: 'KO',
  code: 'NOT_AUTHENTICATED',
  message: 'Prijavi se.',
  server_time: '2026-05-09T10:00:00.000Z',
}

const tapNow = (own: Partial<MadeAt>) => tap(crypto.randomUUID(), { pageLife: 'now', ...own })

/**
 * Settles the taps' times. `known` is the server's time (ms); null if only the answer to a call
 * tells it.
 */
async function settle(
  taps: ReturnType<typeof tap>[],
  known: number | null,
  network: 'up' | 'down' | 'asleep' = 'up',
  answer: object = KO,
  isRead = false,
) {
  let calls = 0
  let serverTime = known
  vi.stubGlobal('fetch', async () => {
    calls++
    if (network === 'down') throw new TypeError('Failed to fetch')
    if (network === 'asleep') vi.setSystemTime(Date.now() + HOUR)
    return new Response(JSON.stringify(answer))
  })
  const stop = onServerTime(() => {
    serverTime = NOW
  })
  const store = outboxWith(...taps)
  const { read } = store
  let looks = 0
  store.read = async () => {
    looks++
    return await read()
  }
  const clocks = (): Clocks => ({ forward: 5_000, device: 5_000, pageLife: 'now', serverTime })
  const blocked = await settleTimes(store, clocks, {
    waiting: taps,
    ...(isRead && { stored: taps }),
  })
  stop()
  const looked = looks > 0
  const entries = await readAwards(store)
  const times = taps.map(
    ({ awardId }) => entries.find((entry) => entry.awardId === awardId)?.made.serverTime,
  )
  return { blocked, calls, looked, times }
}

describe('fault 50: before the first award is sent', () => {
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })

  test('every tap without a server time gets one, without a call if the time is known', async () => {
    const taps = [tapNow({ device: 1_000 }), tapNow({ device: 4_000 })]
    expect(await settle(taps, NOW)).toEqual({
      blocked: null,
      calls: 0,
      looked: true,
      times: [NOW - 4_000, NOW - 1_000],
    })
  })

  test('entries that the drain has just read are not read again unless the server had to be asked', async () => {
    const taps = [tapNow({ device: 1_000 })]
    expect(await settle(taps, NOW, 'up', undefined, true)).toMatchObject({
      looked: false,
      times: [NOW - 4_000],
    })
    expect(await settle(taps, null, 'up', undefined, true)).toMatchObject({
      looked: true,
      times: [NOW - 4_000],
    })
  })

  test('fault 79: a tap whose time is known keeps it if its award is cancelled later', async () => {
    const award = tapNow({ device: 1_000, serverTime: 42 })
    const entry = { ...award, cancelMade: { ...award.made, device: 4_000, serverTime: null } }
    const store = outboxWith(entry)
    await settleTimes(
      store,
      () => ({ forward: 5_000, device: 5_000, pageLife: 'now', serverTime: NOW }),
      { waiting: [entry] },
    )
    expect(await readAwards(store)).toMatchObject([
      { made: { serverTime: 42 }, cancelMade: { serverTime: NOW - 1_000 } },
    ])
  })

  test('the server is asked for its time if it is unknown, and even a refusal contains the time', async () => {
    expect(await settle([tapNow({ device: 1_000 })], null)).toEqual({
      blocked: null,
      calls: 1,
      looked: true,
      times: [NOW - 4_000],
    })
  })

  test('taps of other accounts get a time too, because the clock may change before those are sent', async () => {
    const [own, other] = [
      tapNow({ device: 1_000 }),
      { ...tapNow({ device: 2_000 }), userId: 'luka' },
    ]
    const store = outboxWith(own, other)
    await settleTimes(
      store,
      () => ({ forward: 5_000, device: 5_000, pageLife: 'now', serverTime: NOW }),
      { waiting: [own] },
    )
    const entries = await readAwards(store)
    expect(entries.map(({ made }) => made.serverTime)).toEqual([NOW - 4_000, NOW - 3_000])
  })

  test('neither server nor storage is asked if all taps are of this page life and have times', async () => {
    const taps = [tapNow({ serverTime: 42 })]
    expect(await settle(taps, null)).toEqual({
      blocked: null,
      calls: 0,
      looked: false,
      times: [42],
    })
  })

  test('the server is asked for its time if a tap with a time is of an earlier page life', async () => {
    const taps = [tapNow({ serverTime: 41 }), tapNow({ serverTime: 42, pageLife: 'before' })]
    expect(await settle(taps, null)).toEqual({
      blocked: null,
      calls: 1,
      looked: false,
      times: [41, 42],
    })
    expect(await settle(taps, NOW)).toEqual({
      blocked: null,
      calls: 0,
      looked: false,
      times: [41, 42],
    })
  })

  test('fault 58: the answer with the time also names the ledger that will confirm the awards', async () => {
    const answer = {
      status: 'OK',
      server_time: KO.server_time,
      ...OUTPUTS.currentUser,
      ledger: 'the second',
    }
    await settle([tapNow({})], null, 'up', answer)
    expect(serverLedger.get()?.ledger).toBe('the second')
  })

  test('nothing can be sent while the server does not answer', async () => {
    const blocked = { kind: 'later', silent: true, retryAfterMs: null }
    const taps = [tapNow({ serverTime: 41 }), tapNow({})]
    expect(await settle(taps, null, 'down')).toEqual({
      blocked,
      calls: 1,
      looked: false,
      times: [41, null],
    })
  })

  test('fault 32: nothing can be sent if the device slept during the call: its answer tells no time', async () => {
    const blocked = { kind: 'later', silent: true, retryAfterMs: null }
    expect(await settle([tapNow({})], null, 'asleep')).toMatchObject({ blocked, times: [null] })
  })

  test('fault 66: with `these`, only the given awards, which a team is shown, get a time', async () => {
    const [shown, other] = [tapNow({ device: 1_000 }), tapNow({ device: 1_000 })]
    const store = outboxWith(shown, other)
    const clocks: Clocks = { forward: 5_000, device: 5_000, pageLife: 'now', serverTime: NOW }
    await settleTimes(store, () => clocks, { waiting: [shown], which: 'these' })
    const entries = await readAwards(store)
    const timeOf = ({ awardId }: typeof shown) =>
      entries.find((entry) => entry.awardId === awardId)?.made.serverTime
    expect([timeOf(shown), timeOf(other)]).toEqual([NOW - 4_000, null])
  })
})
