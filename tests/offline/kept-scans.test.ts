import 'fake-indexeddb/auto'
import { set, values } from 'idb-keyval'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { Nfc } from '#contract/entities'
import type { MadeAt } from '../../src/offline/outbox-entry'
import { createKeptScans } from '../../src/offline/scans/kept-scans'
import { createStrictStore } from '../../src/offline/strict-store'
import { createFakeLocks } from './fake-world'

const server_time = '2026-05-09T10:00:00.000Z'
const MADE: MadeAt = { wall: 1_000, forward: 1_000, pageLife: 'one', serverTime: 50_000, lastContact: 50_000 }
const LATER: MadeAt = { ...MADE, wall: 6_000, forward: 6_000, serverTime: 55_000 }
const award = {
  award_id: 'a1',
  team_id: 'vukovi',
  team_name: 'Plavi Vukovi',
  vendor_id: null,
  vendor_name: null,
  point_type: 'blago',
  label: 'Skriveno blago',
  points: 7,
  awarded_at: server_time,
  received_at: server_time,
  voided: false,
}
const nfc = (own: Partial<Nfc>): Nfc => ({
  nfc_id: 'zmaj',
  nfc_type: 'bonus',
  team: null,
  vendor: null,
  award: null,
  already_collected: false,
  ...own,
})
const bonus = { status: 'OK', nfc: nfc({ award }), server_time }
const freeTag = { status: 'OK', nfc: nfc({ nfc_type: 'team' }), server_time }
const ko = (code: string) => ({ status: 'KO', code, message: `Poruka: ${code}`, server_time })
const cut = () => Promise.reject(new TypeError('Failed to fetch'))

/** A device and a server with scripted responses; the monotonic clock is at 9 s, the server's at 58 s. */
function setUp(
  answer: (fields: URLSearchParams) => Promise<Response> | object = () => bonus,
  serverTime: number | null = 58_000,
) {
  const store = createStrictStore(`scans-${crypto.randomUUID()}`, 'scans')
  const asked: Record<string, string>[] = []
  const answers: Nfc[] = []
  vi.stubGlobal('fetch', async (address: string, init: { body: URLSearchParams }) => {
    const { searchParams } = new URL(address, 'https://igra.example.hr')
    const fields = new URLSearchParams([...searchParams, ...new URLSearchParams(init.body)])
    asked.push(Object.fromEntries(fields))
    const given = await answer(fields)
    return given instanceof Response ? given : new Response(JSON.stringify(given))
  })
  const clocks = () => ({ wall: 9_000, forward: 9_000, device: 9_000, pageLife: serverTime === null ? 'two' : 'one', serverTime })
  const locks = createFakeLocks()
  const openTab = () => {
    const tab = createKeptScans({ store, locks, clocks })
    tab.onAnswer((one) => answers.push(one))
    return tab
  }
  return { store, asked, answers, openTab, scans: openTab() }
}

afterEach(() => vi.unstubAllGlobals())

describe('a kept scan', () => {
  test('is stored on the device with its account and time once keeping resolves', async () => {
    const { scans, store, openTab } = setUp()
    await scans.keep('ana', 'zmaj', MADE)
    expect(await values(store)).toEqual([expect.objectContaining({ userId: 'ana', nfcId: 'zmaj', made: MADE })])
    const next = openTab()
    await next.refresh()
    expect(next.view()).toEqual(scans.view())
  })

  test('is stored once per tag and account, with the first time', async () => {
    const { scans } = setUp()
    await scans.keep('ana', 'zmaj', MADE)
    await scans.keep('ana', 'zmaj', LATER)
    await scans.keep('ana', 'prsten', LATER)
    await scans.keep('iva', 'zmaj', LATER)
    const found = scans.view().scans.map(({ userId, nfcId, made }) => [userId, nfcId, made.wall])
    expect(found).toHaveLength(3)
    expect(found).toEqual(
      expect.arrayContaining([
        ['ana', 'zmaj', 1_000],
        ['ana', 'prsten', 6_000],
        ['iva', 'zmaj', 6_000],
      ]),
    )
    expect(await scans.waitingSince('ana', 'zmaj')).toEqual(MADE)
  })

  test('of a tag that was refused before is a new scan with its own time', async () => {
    const { scans } = setUp(() => ko('EVENT_CLOSED'))
    await scans.keep('ana', 'zmaj', MADE)
    await scans.replay('ana')
    expect(await scans.waitingSince('ana', 'zmaj')).toBeNull()
    await scans.keep('ana', 'zmaj', LATER)
    expect(scans.view().scans).toEqual([expect.objectContaining({ made: LATER, fate: { is: 'waiting' } })])
  })

  test('that cannot be read blocks no other', async () => {
    const { scans, store, answers } = setUp()
    await set('broken', { version: 9 }, store)
    await scans.keep('ana', 'zmaj', MADE)
    await scans.replay('ana')
    expect(answers).toHaveLength(1)
    expect(await values(store)).toEqual([{ version: 9 }])
    expect(scans.view()).toEqual({ storage: 'read', scans: [] })
  })

  test('is gone once the player has seen what became of it, alone', async () => {
    const { scans, openTab } = setUp()
    await scans.keep('ana', 'zmaj', MADE)
    await scans.keep('ana', 'prsten', MADE)
    const [seen, other] = scans.view().scans
    await scans.dismiss(seen?.scanId ?? '')
    expect(scans.view().scans).toEqual([other])
    const next = openTab()
    await next.refresh()
    expect(next.view().scans).toEqual([other])
  })

  test('of a tag that was never scanned waits since never, and forgetting it changes nothing', async () => {
    const { scans } = setUp()
    await scans.keep('ana', 'zmaj', MADE)
    expect(await scans.waitingSince('ana', 'prsten')).toBeNull()
    await scans.forget('ana', 'prsten')
    expect(scans.view().scans.map(({ nfcId }) => nfcId)).toEqual(['zmaj'])
  })

  test('that the device cannot store is not reported as kept', async () => {
    const { openTab } = setUp()
    const scans = createKeptScans({
      store: () => Promise.reject(new DOMException('full', 'QuotaExceededError')),
      locks: null,
      clocks: () => ({ device: 0, wall: 0, forward: 0, pageLife: 'one', serverTime: null }),
    })
    await expect(scans.keep('ana', 'zmaj', MADE)).rejects.toThrow('full')
    expect(openTab().view().scans).toEqual([])
  })

  test('fault 46: is never reported as missing if storage cannot be read', async () => {
    const { store, openTab } = setUp()
    const first = openTab()
    expect(first.view().storage).toBe('unknown')
    await first.keep('ana', 'zmaj', MADE)
    let readable = true
    const broken = createKeptScans({
      store: (mode, use) => (readable ? store(mode, use) : Promise.reject(new DOMException('lost', 'UnknownError'))),
      locks: null,
      clocks: () => ({ wall: 0, forward: 0, device: 0, pageLife: 'one', serverTime: null }),
    })
    await broken.refresh()
    readable = false
    await broken.refresh()
    expect(broken.view()).toEqual({ storage: 'unreadable', scans: first.view().scans })
  })
})

describe('sending kept scans', () => {
  test('sends time and account, reports the outcome and removes the scan', async () => {
    const { scans, asked, answers, store } = setUp()
    await scans.keep('ana', 'zmaj', MADE)
    await scans.replay('ana')
    expect(asked).toEqual([expect.objectContaining({ action: 'scan', nfc_id: 'zmaj', user_id: 'ana', queued_ms: '8000' })])
    expect(answers).toEqual([bonus.nfc])
    expect(await values(store)).toEqual([])
  })

  test('fault 16: sends those of one account only', async () => {
    const { scans, asked } = setUp()
    await scans.keep('ana', 'zmaj', MADE)
    await scans.replay('iva')
    expect(asked).toEqual([])
    expect(scans.view().scans).toHaveLength(1)
  })

  test.each([
    ['no response', cut],
    ['fault 20: a captive portal', () => new Response('<html>')],
    ['fault 13: an unavailable server', () => new Response(JSON.stringify(ko('UNAVAILABLE')), { status: 503 })],
    ['fault 15: a session that has ended', () => ko('NOT_AUTHENTICATED')],
    ['fault 16: another account', () => ko('OTHER_ACCOUNT')],
    ['fault 30: an app that is too old', () => ko('CLIENT_TOO_OLD')],
  ])('changes nothing after %s', async (_what, answer) => {
    const { scans, answers } = setUp(answer)
    await scans.keep('ana', 'zmaj', MADE)
    await scans.replay('ana')
    expect(scans.view().scans).toEqual([expect.objectContaining({ fate: { is: 'waiting' }, made: MADE })])
    expect(answers).toEqual([])
  })

  test('fault 12: a refused scan stays with its reason and is not sent again, and the next goes through', async () => {
    const { scans, asked, answers } = setUp((fields) => (fields.get('nfc_id') === 'krivi' ? ko('TAG_NOT_FOUND') : bonus))
    await scans.keep('ana', 'krivi', MADE)
    await scans.keep('ana', 'zmaj', MADE)
    await scans.replay('ana')
    await scans.replay('ana')
    expect(asked).toHaveLength(2)
    expect(answers).toHaveLength(1)
    expect(scans.view().scans).toEqual([
      expect.objectContaining({ nfcId: 'krivi', fate: { is: 'refused', reason: 'Poruka: TAG_NOT_FOUND' } }),
    ])
  })

  test.each([
    ['collects a bonus', bonus, 0],
    ['finds a free tag', freeTag, 2],
    ['is refused', ko('TAG_NOT_FOUND'), 2],
  ])('after one that %s the next is sent at once', async (_what, answer, left) => {
    const { scans, asked } = setUp(() => answer)
    await scans.keep('ana', 'zmaj', MADE)
    await scans.keep('ana', 'prsten', MADE)
    await scans.replay('ana')
    expect(new Set(asked.map(({ nfc_id }) => nfc_id))).toEqual(new Set(['prsten', 'zmaj']))
    expect(scans.view().scans).toHaveLength(left)
  })

  test('after one that nobody answers the others wait', async () => {
    const { scans, asked } = setUp(cut)
    await scans.keep('ana', 'zmaj', MADE)
    await scans.keep('ana', 'prsten', MADE)
    await scans.replay('ana')
    expect(asked).toHaveLength(1)
  })

  test('the tag of a team is not free, and its scan is done', async () => {
    const team = { team_id: 'vukovi', team_name: 'Plavi Vukovi' }
    const { scans, store } = setUp(() => ({ ...freeTag, nfc: nfc({ nfc_type: 'team', team }) }))
    await scans.keep('ana', 'zmaj', MADE)
    await scans.replay('ana')
    expect([scans.view().scans, await values(store)]).toEqual([[], []])
  })

  test('a browser without Web Locks sends them too', async () => {
    const { store, answers } = setUp()
    const scans = createKeptScans({
      store,
      locks: null,
      clocks: () => ({ wall: 9_000, forward: 9_000, device: 9_000, pageLife: 'one', serverTime: 58_000 }),
    })
    scans.onAnswer((one) => answers.push(one))
    await scans.keep('ana', 'zmaj', MADE)
    await scans.replay('ana')
    expect(answers).toEqual([bonus.nfc])
  })

  test('a scan of a free tag creates no team and stays until the player decides', async () => {
    const { scans, asked } = setUp(() => freeTag)
    await scans.keep('ana', 'zmaj', MADE)
    await scans.replay('ana')
    await scans.replay('ana')
    expect(asked.map(({ action }) => action)).toEqual(['scan'])
    expect(scans.view().scans).toEqual([expect.objectContaining({ fate: { is: 'free-tag' } })])
  })

  test.each([
    ['a free tag', freeTag],
    ['a refusal', ko('TAG_NOT_FOUND')],
  ])('does not restore with %s a scan that was dismissed meanwhile', async (_what, answer) => {
    const { scans, store } = setUp(async () => {
      await scans.forget('ana', 'zmaj')
      return new Response(JSON.stringify(answer))
    })
    await scans.keep('ana', 'zmaj', MADE)
    await scans.replay('ana')
    expect(await values(store)).toEqual([])
    expect(scans.view().scans).toEqual([])
  })

  test('fault 7: two tabs at once send a scan once', async () => {
    const { scans, openTab, asked } = setUp()
    await scans.keep('ana', 'zmaj', MADE)
    await Promise.all([scans.replay('ana'), openTab().replay('ana'), openTab().replay('ana')])
    expect(asked).toHaveLength(1)
  })

  test('also sends scans that another tab has kept', async () => {
    const { scans, openTab, answers } = setUp()
    await openTab().keep('ana', 'zmaj', MADE)
    await scans.replay('ana')
    expect(answers).toHaveLength(1)
  })

  test('fault 32: a page without the server’s time requests it before relying on the device’s clock', async () => {
    const { scans, asked } = setUp(cut, null)
    await scans.keep('ana', 'zmaj', MADE)
    await scans.replay('ana')
    expect(asked.map(({ action }) => action)).toEqual(['login'])
  })

  test.each([
    ['knows the server’s time', 58_000, 'an earlier page'],
    ['made the scan itself', null, 'two'],
  ])('fault 32: a page that %s requests nothing else', async (_what, serverTime, pageLife) => {
    const { scans, asked } = setUp(() => bonus, serverTime)
    await scans.keep('ana', 'zmaj', { ...MADE, pageLife })
    await scans.replay('ana')
    expect(asked.map(({ action }) => action)).toEqual(['scan'])
  })
})
