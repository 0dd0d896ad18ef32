import 'fake-indexeddb/auto'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createVoucherQueue, type KeptVoucher } from '../../src/offline/kept-vouchers'
import { createStrictStore } from '../../src/offline/strict-store'
import { newEntry, recordedAward } from './entries'
import { cut, ko } from './scans-device'

afterEach(() => vi.unstubAllGlobals())

const server_time = '2026-05-09T10:00:00.000Z'
const award = recordedAward(newEntry())
const recorded = { status: 'OK', award, duplicate: false, server_time }

function voucherOf(userId: string, voucher: string): KeptVoucher {
  const content = { awardId: 'a1', vendorId: 'arkade', teamId: 'vukovi', pointType: 'pobjeda' }
  return { version: 1, voucher, userId, ...content, fate: { is: 'waiting' } }
}

const signedIn = (id: string, team_id: string) => {
  const team = { team_id, team_name: 'Tim', is_captain: true, points: 0, rank: 1, member_count: 1 }
  const names = { first_name: 'Ana', last_name: 'Anić', nickname: 'ana', email: 'ana@example.hr', mobile: '+385911234567' }
  return { status: 'OK', user: { id, ...names, vendor_id: null, vendor: null, team, pending_team: null }, server_time }
}

function setUp(answer: (voucher: string) => Promise<Response> | object, user: object = signedIn('ana', 'risovi')) {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (address: string, init: { body: URLSearchParams }) => {
    if (address.includes('action=login')) return new Response(JSON.stringify(user))
    const voucher = new URLSearchParams(init.body).get('voucher') ?? ''
    asked.push(voucher)
    const given = await answer(voucher)
    return given instanceof Response ? given : new Response(JSON.stringify(given))
  })
  return { asked, queue: createVoucherQueue(createStrictStore(`vouchers-${crypto.randomUUID()}`, 'vouchers')) }
}

const unavailableFor = (seconds: string) =>
  new Response(JSON.stringify(ko('UNAVAILABLE')), { status: 503, headers: { 'retry-after': seconds } })

describe("a team's copies on a phone", () => {
  test('fault 66: are delivered by the account that carries them, and leave with the answer', async () => {
    const { asked, queue } = setUp(() => recorded)
    await queue.put(voucherOf('ana', 'one'))
    await queue.put(voucherOf('', 'of nobody'))
    expect(await queue.drain('ana')).toEqual({ is: 'empty' })
    await queue.refresh()
    expect([asked, queue.view().entries.map(({ voucher }) => voucher)]).toEqual([['one'], ['of nobody']])
  })

  test.each([
    ['no response', cut],
    ['an unavailable server', () => unavailableFor('1')],
    ['a server that is unavailable for an hour', () => unavailableFor('3000')],
    ['a session that has ended', () => ko('NOT_AUTHENTICATED')],
    ['a server that is too new', () => ko('CLIENT_TOO_OLD')],
    ['an older server', () => ko('UNKNOWN_ACTION')],
  ])('wait after %s', async (_what, answer) => {
    const { queue } = setUp(answer)
    await queue.put(voucherOf('ana', 'one'))
    expect((await queue.drain('ana')).is).not.toBe('empty')
    await queue.refresh()
    expect(queue.view().entries).toMatchObject([{ fate: { is: 'waiting' } }])
  })

  test('fault 68: a refused one stays with its reason, one of another team is kept for nobody, and the next goes through', async () => {
    const answers: Record<string, object> = {
      a: ko('VOUCHER_INVALID'),
      b: ko('FORBIDDEN'),
      c: recorded,
      d: ko('KEPT_FOR_ORGANISER'),
    }
    const { asked, queue } = setUp((voucher) => answers[voucher] ?? recorded)
    for (const voucher of Object.keys(answers)) await queue.put(voucherOf('ana', voucher))
    await queue.drain('ana')
    await queue.drain('ana')
    expect(asked).toHaveLength(4)
    const left = queue.view().entries.map(({ voucher, fate }) => [voucher, fate.is === 'refused' && fate.reason])
    expect(left).toEqual([
      ['a', 'Poruka: VOUCHER_INVALID'],
      ['d', 'Poruka: KEPT_FOR_ORGANISER'],
    ])
  })

  test('fault 16: another account that signed in meanwhile decides nothing of it', async () => {
    const { queue } = setUp(() => ko('FORBIDDEN'), signedIn('eva', 'risovi'))
    await queue.put(voucherOf('ana', 'one'))
    expect(await queue.drain('ana')).toEqual({ is: 'other-session' })
    await queue.refresh()
    expect(queue.view().entries).toMatchObject([{ fate: { is: 'waiting' } }])
  })

  test('fault 68: its own team reads that its maker was no staff of that booth', async () => {
    const { queue } = setUp(() => ko('FORBIDDEN'), signedIn('ana', 'vukovi'))
    await queue.put(voucherOf('ana', 'one'))
    expect(await queue.drain('ana')).toEqual({ is: 'empty' })
    await queue.refresh()
    expect(queue.view().entries).toMatchObject([{ fate: { is: 'notByStaff' } }])
  })

  test('fault 68: one whose award was voided meanwhile is not called recorded', async () => {
    const { queue } = setUp(() => ({ ...recorded, duplicate: true, award: { ...award, voided: true } }))
    const arrived: string[] = []
    queue.onAnswer(({ award_id }) => arrived.push(award_id))
    await queue.put(voucherOf('ana', 'one'))
    await queue.drain('ana')
    await queue.refresh()
    expect(arrived).toEqual([])
    expect(queue.view().entries).toMatchObject([{ fate: { is: 'voided' } }])
  })

  test('fault 14: copies that the server takes in an hour wait for it alone, and hold up no others', async () => {
    const tooMany = () =>
      new Response(JSON.stringify(ko('TOO_MANY_REQUESTS')), { status: 429, headers: { 'retry-after': '3000' } })
    const { asked, queue } = setUp(async (voucher) => (voucher === 'b' ? new Response(JSON.stringify(recorded)) : tooMany()))
    for (const voucher of ['a', 'b', 'c']) await queue.put(voucherOf('ana', voucher))
    for (let twice = 0; twice < 2; twice++) expect(await queue.drain('ana')).toEqual({ is: 'empty' })
    await queue.refresh()
    expect(asked).toEqual(['a', 'b', 'c'])
    expect(queue.view().entries).toMatchObject(['a', 'c'].map((voucher) => ({ voucher, fate: { is: 'waiting' } })))
  })
})
