import { afterEach, describe, expect, test, vi } from 'vitest'
import { knownLedger } from '../../src/offline/drain'
import type { Clocks, MadeAt } from '../../src/offline/queued-time'
import { settleTimes } from '../../src/offline/settle-times'
import { OUTPUTS } from '../support/examples'
import { outboxWith } from './drain-to'
import { newEntry, readAwards } from './entries'

const NOW = 1_000_000
const KO = { status: 'KO', code: 'NOT_AUTHENTICATED', message: 'Prijavi se.', server_time: '2026-05-09T10:00:00.000Z' }

const tap = (own: Partial<MadeAt>) =>
  newEntry({ made: { wall: 0, forward: 0, device: 0, pageLife: 'now', serverTime: null, lastContact: null, ...own } })

/** Settles these taps where the server's time is known (ms), or heard from a call only. */
async function settle(
  taps: ReturnType<typeof newEntry>[],
  known: number | null,
  network: 'up' | 'down' = 'up',
  answer: object = KO,
) {
  let calls = 0
  let heard = known
  vi.stubGlobal('fetch', async () => {
    calls++
    if (network === 'down') throw new TypeError('Failed to fetch')
    heard = NOW
    return new Response(JSON.stringify(answer))
  })
  const store = outboxWith(...taps)
  const { read } = store
  let looks = 0
  store.read = async () => {
    looks++
    return await read()
  }
  const clocks = (): Clocks => ({ forward: 5_000, device: 5_000, pageLife: 'now', serverTime: heard })
  const blocked = await settleTimes(store, clocks, taps)
  const looked = looks > 0
  const entries = await readAwards(store)
  const times = taps.map(({ awardId }) => entries.find((entry) => entry.awardId === awardId)?.made.serverTime)
  return { blocked, calls, looked, times }
}

describe('fault 50: before the first award is sent', () => {
  afterEach(() => vi.unstubAllGlobals())

  test('every tap without a server time gets one, without a call if the time is known', async () => {
    const taps = [tap({ device: 1_000 }), tap({ device: 4_000 })]
    expect(await settle(taps, NOW)).toEqual({ blocked: null, calls: 0, looked: true, times: [NOW - 4_000, NOW - 1_000] })
  })

  test('the server is asked for its time if it is not known, and a refusal tells it too', async () => {
    expect(await settle([tap({ device: 1_000 })], null)).toEqual({ blocked: null, calls: 1, looked: true, times: [NOW - 4_000] })
  })

  test('also a tap of another account, before whose drain the device’s clock may change', async () => {
    const [own, other] = [tap({ device: 1_000 }), { ...tap({ device: 2_000 }), userId: 'luka' }]
    const store = outboxWith(own, other)
    await settleTimes(store, () => ({ forward: 5_000, device: 5_000, pageLife: 'now', serverTime: NOW }), [own])
    const entries = await readAwards(store)
    expect(entries.map(({ made }) => made.serverTime)).toEqual([NOW - 4_000, NOW - 3_000])
  })

  test('a known time of a tap stays', async () => {
    const taps = [tap({ device: 1_000, serverTime: 42 }), tap({ device: 2_000, serverTime: null, pageLife: 'before' })]
    const { times } = await settle(taps, NOW)
    expect(times[0]).toBe(42)
    expect(times[1]).not.toBeNull()
  })

  test('nothing is asked for taps of this page life with their times, neither of the server nor of storage', async () => {
    const taps = [tap({ serverTime: 42 })]
    expect(await settle(taps, null)).toEqual({ blocked: null, calls: 0, looked: false, times: [42] })
  })

  test('the time is asked for where a tap of an earlier page life is among those with their times', async () => {
    const taps = [tap({ serverTime: 41 }), tap({ serverTime: 42, pageLife: 'before' })]
    expect(await settle(taps, null)).toEqual({ blocked: null, calls: 1, looked: false, times: [41, 42] })
    expect(await settle(taps, NOW)).toEqual({ blocked: null, calls: 0, looked: false, times: [41, 42] })
  })

  test('fault 58: the answer that tells the time names the ledger that will confirm what is sent', async () => {
    const told = { status: 'OK', server_time: KO.server_time, ...OUTPUTS.currentUser, ledger: 'the second' }
    await settle([tap({})], null, 'up', told)
    expect(knownLedger()).toBe('the second')
  })

  test('nothing can be sent while the server does not answer', async () => {
    const blocked = { is: 'later', silent: true, retryAfterMs: null }
    const taps = [tap({ serverTime: 41 }), tap({})]
    expect(await settle(taps, null, 'down')).toEqual({ blocked, calls: 1, looked: false, times: [41, null] })
  })

  test('fault 66: where only those that a team is shown are dated, by clocks that may be wrong, all others stay open', async () => {
    const [shown, other] = [tap({ device: 1_000 }), tap({ device: 1_000 })]
    const store = outboxWith(shown, other)
    const clocks: Clocks = { forward: 5_000, device: 5_000, pageLife: 'now', serverTime: NOW }
    await settleTimes(store, () => clocks, [shown], 'these')
    const entries = await readAwards(store)
    const timeOf = ({ awardId }: typeof shown) => entries.find((entry) => entry.awardId === awardId)?.made.serverTime
    expect([timeOf(shown), timeOf(other)]).toEqual([NOW - 4_000, null])
  })
})
