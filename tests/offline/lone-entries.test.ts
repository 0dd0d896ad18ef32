import 'fake-indexeddb/auto'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { TRANSPORT_STATUS } from '#contract/codes'
import { call } from '../../src/api/call'
import type { Clocks, MadeAt } from '../../src/offline/clocks'
import { createMirror, withMirror } from '../../src/offline/mirror'
import type { Outbox } from '../../src/offline/outbox'
import { settleTimes } from '../../src/offline/settle-times'
import { createIndexedDbOutboxStore, openOutboxStores } from '../../src/offline/store'
import { createTransport, type LoneAnswer } from '../../src/offline/transport'
import { teamOf, userOf } from '../support/entities'
import { createTestDevice } from './device-with-mirror'
import { idsOf, newEntry, recordedAward } from './entries'
import { createDevice } from './fake-deps'
import { createFakeStorage } from './fake-storage'

afterEach(() => vi.unstubAllGlobals())

const server_time = '2026-05-09T10:00:00.000Z'
const MADE: MadeAt = {
  wall: 1_000,
  forward: 1_000,
  pageLife: 'one',
  serverTime: 50_000,
  lastContact: 50_000,
}
const MADE_LATER: MadeAt = { ...MADE, wall: 6_000, forward: 6_000, serverTime: 55_000 }
/** The monotonic clock is at 9 s, the server's at 58 s. */
const CLOCKS: Clocks = { forward: 9_000, device: 9_000, pageLife: 'one', serverTime: 58_000 }
const touch = { picc: 'a'.repeat(32), cmac: 'b'.repeat(16) }
const award = recordedAward(newEntry())
const team = { team_id: 'vukovi', team_name: 'Plavi Vukovi' }

const nfcOf = (own: object) => ({
  nfc_id: 'zmaj',
  nfc_type: 'bonus',
  team: null,
  vendor: null,
  already_collected: false,
  ...own,
})
const bonus = {
  status: 'OK',
  nfc: nfcOf({ award: { ...award, vendor_id: null, vendor_name: null } }),
  server_time,
}
const freeTag = { status: 'OK', nfc: nfcOf({ nfc_type: 'team', award: null }), server_time }
const recorded = { status: 'OK', award, duplicate: false, server_time }
const ko = (code: string, status = 200, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify({ status: 'KO', code, message: `Poruka: ${code}`, server_time }), {
    status,
    headers,
  })
const userIn = (id: string, teamId: string) => ({
  status: 'OK',
  user: userOf({ id, team: teamOf(teamId) }),
  server_time,
})

type Reply = (fields: URLSearchParams) => Response | object | Promise<never>

/** A player's phone, and a server with scripted replies. */
function setUp(
  reply: Reply = () => bonus,
  whoIsHere: object = userIn('ana', 'risovi'),
  clocks: () => Clocks = () => CLOCKS,
) {
  const asked: Record<string, string>[] = []
  vi.stubGlobal('fetch', async (address: string, init: { body: URLSearchParams }) => {
    const { searchParams } = new URL(address, 'https://igra.example.hr')
    const fields = new URLSearchParams([...searchParams, ...new URLSearchParams(init.body)])
    if (fields.get('action') === 'login') return Response.json(whoIsHere)
    asked.push(Object.fromEntries(fields))
    const given = await reply(fields)
    return given instanceof Response ? given : Response.json(given)
  })
  const database = createIndexedDbOutboxStore(openOutboxStores(`outbox-${crypto.randomUUID()}`))
  const store = withMirror(database, createMirror(createFakeStorage()), () => 'generation')
  const device = createDevice()
  const answers: LoneAnswer[] = []
  function openTab(): Outbox {
    const tab = device.openTab(async () => true, {
      store,
      settleTimes: (waiting, stored) => settleTimes(store, clocks, { waiting, stored }),
      sendLone: createTransport(clocks, call).sendLone,
    })
    tab.onAnswer((answer) => answers.push(answer))
    return tab
  }
  return { asked, answers, device, openTab, store, tab: openTab() }
}

async function send(tab: Outbox, userId = 'ana'): Promise<void> {
  await tab.signIn(userId)
  await tab.idle()
}

const copyOf = (voucher: string) => ({
  voucher,
  awardId: 'a1',
  vendorId: 'arkade',
  teamId: 'vukovi',
  pointType: 'pobjeda',
})
const fatesOf = (tab: Outbox) => [...tab.view().scans, ...tab.view().copies].map(({ fate }) => fate)

describe('a scan that waits', () => {
  test('is stored once per tag and account, and sent only by its account, with the first scan’s time', async () => {
    const { asked, answers, openTab, tab } = setUp()
    await tab.addScan('ana', 'zmaj', { made: MADE })
    await tab.addScan('ana', 'zmaj', { made: MADE_LATER })
    await tab.addScan('eva', 'zmaj', { made: MADE_LATER })
    const next = openTab()
    expect((await next.firstScan('ana', 'zmaj', { made: MADE_LATER })).made).toEqual(MADE)
    await send(next)
    expect(asked).toEqual([
      expect.objectContaining({
        action: 'scan',
        nfc_id: 'zmaj',
        user_id: 'ana',
        queued_ms: '8000',
      }),
    ])
    expect(answers).toContainEqual({ kind: 'scan', nfc: bonus.nfc })
    expect(next.view().scans).toMatchObject([{ userId: 'eva', made: MADE_LATER }])
  })

  test('with a touch’s proof replaces one without, and no later touch replaces it', async () => {
    const { asked, tab } = setUp()
    await tab.addScan('ana', 'zmaj', { made: MADE })
    await tab.addScan('ana', 'zmaj', { made: MADE_LATER, proof: touch })
    await tab.addScan('ana', 'zmaj', {
      made: MADE,
      proof: { picc: 'c'.repeat(32), cmac: 'd'.repeat(16) },
    })
    await send(tab)
    expect(asked).toEqual([expect.objectContaining({ queued_ms: '3000', ...touch })])
  })

  test('with a touch’s proof waits until its player is in a team', async () => {
    const { asked, tab } = setUp(() => ko('NOT_IN_TEAM'))
    await tab.addScan('ana', 'zmaj', { made: MADE, proof: touch })
    await tab.addScan('ana', 'prsten', { made: MADE })
    await send(tab)
    expect(asked).toHaveLength(2)
    expect(fatesOf(tab)).toEqual([
      { is: 'waiting' },
      { is: 'refused', reason: 'Poruka: NOT_IN_TEAM' },
    ])
  })

  test('with a touch’s proof keeps the time that was settled for it, while its player is in no team', async () => {
    let now = CLOCKS
    const { asked, tab } = setUp(
      () => ko('NOT_IN_TEAM'),
      undefined,
      () => now,
    )
    const unknown = { ...MADE, serverTime: null, lastContact: null, device: MADE.forward }
    await tab.addScan('ana', 'zmaj', { made: unknown, proof: touch })
    await send(tab)
    expect(tab.view().scans).toMatchObject([{ made: { serverTime: 50_000 } }])
    // The monotonic clock stood still while the phone slept, the server's went on.
    now = { ...CLOCKS, serverTime: 3_658_000 }
    await send(tab)
    expect(asked.map(({ queued_ms }) => queued_ms)).toEqual(['8000', '3608000'])
  })

  test('stays with the touch’s proof that replaced it while it was sent without one and refused', async () => {
    const { asked, tab } = setUp(async () => {
      if (asked.length > 1) return bonus
      await tab.addScan('ana', 'zmaj', { made: MADE_LATER, proof: touch })
      return ko('TAG_NOT_PROVEN')
    })
    await tab.addScan('ana', 'zmaj', { made: MADE })
    await send(tab)
    expect(asked).toMatchObject([{ queued_ms: '8000' }, { queued_ms: '3000', ...touch }])
    expect(tab.view().scans).toEqual([])
  })

  test('of a free tag creates no team and stays until the player decides; a scan of a team’s tag is removed', async () => {
    const { asked, tab } = setUp((fields) =>
      fields.get('nfc_id') === 'slobodna' ? freeTag : { ...freeTag, nfc: { ...freeTag.nfc, team } },
    )
    await tab.addScan('ana', 'slobodna', { made: MADE })
    await tab.addScan('ana', 'zauzeta', { made: MADE })
    await send(tab)
    await send(tab)
    expect(asked.map(({ action }) => action)).toEqual(['scan', 'scan'])
    expect(tab.view().scans).toMatchObject([{ nfcId: 'slobodna', fate: { is: 'free-tag' } }])
    await tab.dismiss(tab.view().scans[0]?.scanId ?? '')
    expect(tab.view().scans).toEqual([])
  })

  test('that the server refused makes way for a new scan of its tag', async () => {
    const { tab } = setUp(() => ko('EVENT_CLOSED'))
    await tab.addScan('ana', 'zmaj', { made: MADE })
    await send(tab)
    await tab.addScan('ana', 'zmaj', { made: MADE_LATER })
    expect(tab.view().scans).toMatchObject([{ made: MADE_LATER }])
  })

  test.each([
    ['a free tag', freeTag],
    ['a refusal', 'TAG_NOT_FOUND'],
  ])('removed while its call is in flight does not come back with %s', async (_what, answer) => {
    const { store, tab } = setUp(async () => {
      await tab.removeScan('ana', 'zmaj')
      return typeof answer === 'string' ? (ko(answer) as never) : (answer as never)
    })
    await tab.addScan('ana', 'zmaj', { made: MADE })
    await send(tab)
    expect((await store.read()).entries).toEqual([])
  })
})

describe("a team's copy that a phone carries", () => {
  test('fault 66: belongs to nobody and is not sent until a player claims it, and is dropped for staff', async () => {
    const { asked, answers, tab } = setUp(() => recorded)
    await tab.addCopy(copyOf('one'))
    await send(tab)
    expect([asked, tab.view().copies]).toMatchObject([[], [{ userId: '' }]])
    await tab.claimCopies('ana')
    await tab.idle()
    expect(asked).toMatchObject([{ action: 'award', voucher: 'one' }])
    expect([answers, tab.view().copies]).toEqual([[{ kind: 'copy', award }], []])
    await tab.addCopy(copyOf('two'))
    await tab.dropCopies()
    expect(tab.view().copies).toEqual([])
  })

  test.each([
    [
      'fault 68: its own team is told that its maker was not staff of that booth',
      userIn('ana', 'vukovi'),
      [{ is: 'notByStaff' }],
    ],
    ['fault 68: a refused copy of another team is removed', userIn('ana', 'risovi'), []],
    [
      'fault 16: it keeps waiting if another account has signed in meanwhile',
      userIn('eva', 'risovi'),
      [{ is: 'waiting' }],
    ],
  ])('%s', async (_what, user, fates) => {
    const { tab } = setUp(() => ko('FORBIDDEN'), user)
    await tab.addCopy(copyOf('one'))
    await tab.claimCopies('ana')
    await send(tab)
    expect(fatesOf(tab)).toEqual(fates)
  })

  test('fault 68: is not called recorded if its award was voided meanwhile', async () => {
    const { answers, tab } = setUp(() => ({
      ...recorded,
      duplicate: true,
      award: { ...award, voided: true },
    }))
    await tab.addCopy(copyOf('one'))
    await tab.claimCopies('ana')
    await send(tab)
    expect([answers, fatesOf(tab)]).toEqual([[], [{ is: 'voided' }]])
  })

  test('fault 14: a copy that the server refuses for an hour waits alone and holds up no other', async () => {
    const { asked, device, tab } = setUp((fields) =>
      fields.get('voucher') === 'b'
        ? recorded
        : ko('TOO_MANY_REQUESTS', 429, { 'retry-after': '3000' }),
    )
    for (const voucher of ['a', 'b', 'c']) await tab.addCopy(copyOf(voucher))
    await tab.claimCopies('ana')
    await send(tab)
    await send(tab)
    expect(asked.map(({ voucher }) => voucher)).toEqual(['a', 'b', 'c'])
    expect(tab.view().copies).toMatchObject([{ voucher: 'a' }, { voucher: 'c' }])
    expect(device.nextAttempt()).toBeNull()
  })
})

describe('a scan or copy that waits', () => {
  const keep = {
    scan: async (tab: Outbox, name: string) => await tab.addScan('ana', name, { made: MADE }),
    copy: async (tab: Outbox, name: string) => {
      await tab.addCopy(copyOf(name))
      await tab.claimCopies('ana')
    },
  }
  const kinds = Object.entries(keep)

  const UNDECIDED: readonly (readonly [string, Reply])[] = [
    ['no response', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['fault 20: a captive portal', () => new Response('<html>')],
    ['fault 13: an unavailable server', () => ko('UNAVAILABLE', 503)],
    ['fault 15: a session that has ended', () => ko('NOT_AUTHENTICATED')],
    ['fault 16: another account', () => ko('OTHER_ACCOUNT')],
    ['fault 30: an app that is too old', () => ko('CLIENT_TOO_OLD')],
    ['an older server', () => ko('UNKNOWN_ACTION')],
  ]
  test.each(
    UNDECIDED.flatMap(([what, reply]) =>
      kinds.map(([kind, put]) => [what, kind, reply, put] as const),
    ),
  )('stays unchanged after %s, and the next waits too: a %s', async (_what, _kind, reply, put) => {
    const { asked, answers, tab } = setUp(reply)
    await tab.signIn(null)
    await put(tab, 'one')
    await put(tab, 'two')
    await send(tab)
    expect([asked.length, answers, fatesOf(tab)]).toEqual([
      1,
      [],
      [{ is: 'waiting' }, { is: 'waiting' }],
    ])
  })

  test.each(
    (['INTERNAL', 'MALFORMED', 'TOO_LARGE', 'FORBIDDEN_ORIGIN'] as const).flatMap((code) =>
      kinds.map(([kind, put]) => [code, kind, put] as const),
    ),
  )(
    'fault 12: that always fails with %s is retried later and holds up no other: a %s',
    async (code, kind, put) => {
      const { asked, answers, device, tab } = setUp((fields) => {
        const name = fields.get('nfc_id') ?? fields.get('voucher')
        if (name === 'stuck') return ko(code, TRANSPORT_STATUS[code])
        return kind === 'scan' ? bonus : recorded
      })
      await tab.signIn(null)
      await put(tab, 'stuck')
      await put(tab, 'next')
      await send(tab)
      expect([asked.length, answers.length, fatesOf(tab)]).toEqual([2, 1, [{ is: 'waiting' }]])
      expect(device.nextAttempt()).toBe(1_000)
    },
  )

  test.each(kinds)(
    'faults 12 and 69: a refused %s stays with its reason, is not sent again, and holds up no other',
    async (kind, put) => {
      const { asked, answers, tab } = setUp((fields) => {
        const name = fields.get('nfc_id') ?? fields.get('voucher')
        return name === 'wrong' ? ko('KEPT_FOR_ORGANISER') : kind === 'scan' ? bonus : recorded
      })
      await put(tab, 'wrong')
      await put(tab, 'right')
      await send(tab)
      await send(tab)
      expect([asked.length, answers.length]).toEqual([2, 1])
      expect(fatesOf(tab)).toMatchObject([{ is: 'refused', reason: 'Poruka: KEPT_FOR_ORGANISER' }])
    },
  )

  test.each(kinds)(
    'fault 7: two tabs at once send a %s once, and both receive the answer',
    async (kind, put) => {
      const { asked, openTab, tab } = setUp(() => (kind === 'scan' ? bonus : recorded))
      const other = openTab()
      const received: LoneAnswer[] = []
      other.onAnswer((answer) => received.push(answer))
      await put(tab, 'one')
      await Promise.all([send(tab), send(other)])
      expect([asked.length, received.length]).toEqual([1, 1])
      await expect.poll(() => [...fatesOf(tab), ...fatesOf(other)]).toEqual([])
    },
  )

  test('fault 48: comes back with a database that was lost', async () => {
    const { openPage, loseDatabase } = createTestDevice()
    const fate = { is: 'waiting' } as const
    await openPage().append({
      kind: 'scan',
      version: 1,
      scanId: 's1',
      userId: 'ana',
      nfcId: 'zmaj',
      made: MADE,
      fate,
    })
    await openPage().append({ kind: 'copy', version: 1, userId: '', ...copyOf('one'), fate })
    loseDatabase()
    expect(idsOf((await openPage().read()).entries)).toEqual(['s1', 'one'])
  })
})
