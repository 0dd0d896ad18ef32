import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { beforeEach, describe, expect, test } from 'vitest'
import type { CallInput } from '#contract/calls'
import type { EventPart, EventPerson } from '#contract/event'
import { REHEARSAL_PREFIX } from '#server/db/queries/rehearsal'
import { deleteSettings } from '#server/db/queries/settings'
import { insertRows } from '#server/db/statement'
import { firstOrganiserUrl } from '#server/event-file/first-organiser'
import { eventFaultText, inUseTexts } from '#texts/event-faults'
import type { ApiClient } from '../support/api-client'
import { command } from '../support/command'
import { ENGINES } from '../support/databases'
import { engineUnderTest } from '../support/engine-under-test'
import { insertEvent } from '../support/event'
import { ownFolder } from '../support/folder'
import { startGame, type TestGame } from '../support/game-server'
import { ANY_TAG_KEYS } from '../support/ntag424'
import {
  foundTeam,
  lastSms,
  newProfile,
  type Person,
  signIn,
  signInOrganiser,
} from '../support/people'
import { times } from '../support/times'
import { onEachEngine, onOneEngine, useGame } from '../support/use-game'

const kutak = { vendor_id: 'kutak', name: 'Kviz kutak' }

describe.each(ENGINES)('two organisers on %s', (engine) => {
  const game = useGame(engine, { servers: engine === 'postgres' ? 2 : 1 })
  const path = ownFolder()

  test('fault 80: cannot overwrite each other’s changes: an event that was read before another change is not saved', async () => {
    const { api } = await signInOrganiser(game)
    const other = (await signInOrganiser(game, game.servers.length - 1)).api
    const { event, version } = await api.ok('readEvent', {})
    expect(await api.ok('applyEvent', { event, version })).toEqual({ changes: [], version })
    const renamed = { vendors: [{ ...kutak, name: 'Kvizionica' }] }
    const both = await Promise.all(
      [api, other].map((one) => one.outcome('applyEvent', { event: renamed, version })),
    )
    expect(both.toSorted()).toEqual(['CHANGED_MEANWHILE', 'OK'])
    expect(await other.outcome('removeEntry', { what: 'vendor', id: 'kutak', version })).toBe(
      'CHANGED_MEANWHILE',
    )

    const before = (await other.ok('readEvent', {})).version
    const file = path('event.json')
    writeFileSync(
      file,
      JSON.stringify({ vendors: [{ ...kutak, name: 'Kvizionica', location: 'Hala B' }] }),
    )
    await command(game.location, 'apply', file)
    for (const one of [api, other]) {
      expect(
        await one.outcome('applyEvent', { event: { vendors: [kutak] }, version: before }),
      ).toBe('CHANGED_MEANWHILE')
      const { vendors } = (await one.ok('readEvent', {})).event
      expect(vendors).toContainEqual(
        expect.objectContaining({ name: 'Kvizionica', location: 'Hala B' }),
      )
    }
  })
})

describe('the event in the browser', () => {
  let game: TestGame
  let organiser: Person
  let api: ApiClient
  beforeEach(async () => {
    game = await startGame(engineUnderTest(), {
      tagKeys: (nfcId) => (nfcId.startsWith('bez') ? null : ANY_TAG_KEYS(nfcId)),
    })
    await insertEvent(game.db)
    organiser = await signInOrganiser(game)
    api = organiser.api
    return () => game.close()
  })
  /** Applies a part to the current event. */
  async function apply(event: EventPart) {
    const { version } = await api.ok('readEvent', {})
    return await api.answer('applyEvent', { event, version })
  }

  /** Returns the code, or the reason why something is in use. */
  async function remove(what: CallInput<'removeEntry'>['what'], id: string) {
    const { version } = await api.ok('readEvent', {})
    const outcome = await api.outcome('removeEntry', { what, id, version })
    return outcome === 'IN_USE'
      ? (await api.ko('removeEntry', { what, id, version })).message
      : outcome
  }

  test('taking a person’s booth away needs confirmation; a faulty event gets all faults at once and changes nothing', async () => {
    const { version } = await api.ok('readEvent', {})
    const emptied = { event: { vendors: [{ ...kutak, staff: [] }] }, version }
    const asked = await api.ko('applyEvent', emptied)
    expect(asked.code).toBe('CONFIRM_NEEDED')
    expect(asked).toMatchObject({
      changes: [{ kind: 'loses', at: 'vendors.kutak.staff', was: 'Kviz kutak', becomes: null }],
    })
    expect((await api.ok('applyEvent', { ...emptied, dry_run: 1 })).version).toBe(version)
    const person = { ...newProfile(), mobile: '12' }
    const wrong = await api.ko('applyEvent', {
      event: { vendors: [{ ...kutak, name: '', staff: [person] }] },
      version,
    })
    expect(wrong).toMatchObject({
      code: 'INVALID_INPUT',
      faults: [{ path: 'vendors.0.name' }, { path: 'vendors.0.staff.0.mobile' }],
    })
    expect((await api.ok('readEvent', {})).version).toBe(version)
    expect(await api.outcome('applyEvent', { ...emptied, confirm: 1 })).toBe('OK')
  })

  test('fault 83: lists the first 200 of thousands of faults, and counts all', async () => {
    const organiser = await signInOrganiser(game)
    const version = (await organiser.api.ok('readEvent', {})).version
    const apply = async (event: object) => {
      const {
        code,
        faults = [],
        faults_total,
      } = await organiser.api.ko('applyEvent', { event: event as never, version, dry_run: 1 })
      return { code, named: faults.length, faults_total, first: faults[0] }
    }
    const tag = { nfc_id: 'oznaka', nfc_type: 'team' }
    const twice = eventFaultText('repeated', [], 'hr')
    expect(await apply({ tags: Array.from({ length: 1_001 }, () => tag) })).toEqual({
      code: 'INVALID_INPUT',
      named: 200,
      faults_total: 1_000,
      first: { path: 'tags.1.nfc_id', message: twice },
    })
    const tooMany = { path: 'tags.3000', message: eventFaultText('too_many', ['3000'], 'hr') }
    const named = (faults_total: number) => ({
      code: 'INVALID_INPUT',
      named: 200,
      faults_total,
      first: tooMany,
    })
    expect(await apply({ tags: Array.from({ length: 20_000 }, () => ({})) })).toEqual(named(20_000))
    const people = Array.from({ length: 600 }, () => 0)
    const vendors = ['a', 'b'].map((vendor_id) => ({ vendor_id, name: vendor_id, staff: people }))
    const beyond = {
      path: 'vendors.1.staff.400',
      message: eventFaultText('too_many', ['1000'], 'hr'),
    }
    expect(await apply({ vendors })).toEqual({ ...named(1_200), first: beyond })
    const misspelt = Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`k${at}`, 0]))
    expect(await apply({ settings: misspelt })).toMatchObject({ named: 21, faults_total: 300 })
  })

  test('numbers can be corrected and swapped by account, and a wrong number is reported at its field', async () => {
    const { event } = await api.ok('readEvent', {})
    const [first, second] = event.vendors.flatMap(({ staff }) => staff)
    const swapped = [
      { ...first, mobile: second?.mobile },
      { ...second, mobile: first?.mobile },
    ]
    const vendors = event.vendors.map((booth) => ({
      ...booth,
      staff: booth.staff.map(
        (one) =>
          ({ ...one, ...swapped.find(({ user_id }) => user_id === one.user_id) }) as EventPerson,
      ),
    }))
    expect(await apply({ vendors })).toMatchObject({
      changes: [{ kind: 'changes' }, { kind: 'changes' }],
    })
    expect((await api.ok('readEvent', {})).event.vendors).toEqual(vendors)
    const { captain, name } = await foundTeam(game)
    const [player, twin] = [
      newProfile({ mobile: captain.mobile }),
      newProfile({ mobile: String(first?.mobile) }),
    ]
    const [arkade, kutak] = vendors.map((booth) => ({ ...booth, staff: [...booth.staff, player] }))
    const wrong = [
      { settings: { starts_at: '2026-05-09T10:00:00Z', ends_at: '2026-05-09T09:00:00Z' } },
      { vendors: [{ ...kutak, staff: [player] }] },
      { vendors: [arkade, { ...kutak, staff: [twin] }] },
    ]
    const faults = [
      { path: 'settings.ends_at', message: 'Kraj mora biti nakon početka.' },
      {
        path: 'vendors.0.staff.0.mobile',
        message: `Račun s tim brojem igra u timu „${name}”. Prvo neka napusti tim.`,
      },
      { path: 'vendors.1.staff.0.mobile', message: 'Taj broj mobitela već stoji kod druge osobe.' },
    ]
    for (const [index, part] of wrong.entries())
      expect(await apply(part as EventPart)).toMatchObject({ ko: { faults: [faults[index]] } })
  })

  test('an unused entry is removed; any other is IN_USE, with a message that says what to do', async () => {
    const { id } = organiser
    const staff = await signIn(game, 'iva')
    const team = await foundTeam(game)
    const { tags } = await api.ok('makeTags', {
      count: 500,
      nfc_type: 'bonus',
      point_type: 'blago',
      vendor_id: 'kutak',
    })
    expect(new Set(tags.map(({ nfc_id }) => nfc_id)).size).toBe(500)
    const order = { count: 501, nfc_type: 'bonus', point_type: 'blago' } as const
    for (const wrong of [
      order,
      { ...order, count: 1, vendor_id: 'nema' },
      { ...order, count: 1, point_type: 'nema' },
    ]) {
      expect(await api.outcome('makeTags', wrong)).toBe('INVALID_INPUT')
    }
    expect(await remove('vendor', 'kutak')).toBe(inUseTexts.vendorStaff)
    expect(await remove('staff', 'mia')).toBe('OK')
    expect(await remove('staff', 'mia')).toBe('USER_NOT_FOUND')
    expect(await remove('vendor', 'kutak')).toBe(inUseTexts.vendorTags)
    expect(await remove('point_type', 'blago')).toBe(inUseTexts.typeTags)
    expect(await team.captain.api.outcome('scan', { nfc_id: tags[0]?.nfc_id ?? '' })).toBe('OK')
    expect(await remove('tag', tags[0]?.nfc_id ?? '')).toBe(inUseTexts.tagCollected)
    expect(await remove('tag', tags[1]?.nfc_id ?? '')).toBe('OK')
    expect(await remove('tag', tags[1]?.nfc_id ?? '')).toBe('TAG_NOT_FOUND')
    expect(await remove('point_type', 'pobjeda')).toBe(
      inUseTexts.typeOffered('Arkadna zona, Kviz kutak'),
    )
    expect(await remove('point_type', 'nema')).toBe('INVALID_INPUT')
    await staff.api.ok('awardPoints', { team_id: team.id, point_type: 'dolazak' })
    expect(await remove('vendor', 'arkade')).toBe(inUseTexts.vendorAwards)
    expect(inUseTexts.vendorAwards).toContain('Možete ga zatvoriti.')
    expect(await remove('organiser', id)).toBe(inUseTexts.lastOrganiser)
    const other = await signInOrganiser(game)
    await api.ok('blockPerson', { user_id: other.id, reason: 'Proba' })
    expect(await remove('organiser', id)).toBe(inUseTexts.lastOrganiser)
    await api.ok('unblockPerson', { user_id: other.id, reason: 'Proba' })
    expect(await remove('organiser', id)).toBe('OK')
  })

  test('leaves an audit trail that says in words what was changed, and identifies people only by account', async () => {
    const who = organiser.nickname
    await apply({
      settings: { ends_at: '2099-05-09T16:00:00Z' },
      vendors: [{ ...kutak, name: 'Kviz', point_types: ['dolazak'] }],
    })
    const { event } = await api.ok('readEvent', {})
    const staff = event.vendors.find(({ vendor_id }) => vendor_id === 'kutak')?.staff ?? []
    await apply({
      vendors: [
        {
          ...kutak,
          name: 'Kviz',
          staff: [...staff, { ...newProfile({ nickname: 'zoran' }), first_name: 'Žuti' }],
        },
      ],
    })
    await apply({ tags: times(40, (at) => ({ nfc_id: `t-${at}`, nfc_type: 'team' as const })) })
    expect(await remove('staff', 'mia')).toBe('OK')
    const { entries } = await api.ok('audit', {})
    expect(entries.slice(0, 4).map((entry) => [entry.what, entry.about, entry.who])).toEqual([
      ['remove', 'osoblje štanda Kviz: mia', who],
      ['apply', '40\u00a0novih oznaka', who],
      ['apply', 'osoblje štanda Kviz: zoran', who],
      [
        'apply',
        'kraj: prazno → 9. svibnja 2099. u 18:00; Kviz, naziv: Kviz kutak → Kviz; Kviz, vrste bodova: Pobjeda, Kviz → Dolazak',
        who,
      ],
    ])
  })

  test('tags that share keys are reported while two lack their chip’s uid; without keys no proving tag is made', async () => {
    const make = (nfc_id: string, more = {}) =>
      apply({
        tags: [{ nfc_id, nfc_type: 'bonus', point_type: 'blago', proof: 'ntag424', ...more }],
      })
    expect(await make('bez-1')).toMatchObject({ ko: { faults: [{ path: 'tags.0.proof' }] } })
    const sharing = async () =>
      (await api.ok('readEvent', {})).tag_notes.filter(({ shares_keys }) => shares_keys)
    await make('lik-1')
    expect(await sharing()).toEqual([])
    const other = { nfc_id: 'lik-2', nfc_type: 'bonus', point_type: 'blago', proof: 'ntag424' }
    const { version } = await api.ok('readEvent', {})
    const tried = { event: { tags: [other] } as never, version, dry_run: 1 }
    expect((await api.ok('applyEvent', tried)).shares_keys).toEqual(['lik-1', 'lik-2'])
    await make('lik-2')
    expect(await sharing()).toMatchObject([
      { nfc_id: 'lik-1', created_by: organiser.nickname },
      { nfc_id: 'lik-2' },
    ])
    await make('lik-1', { uid: '04a1b2c3d4e5f6' })
    expect(await sharing()).toEqual([])
  })

  test('a rehearsal’s tags are neither in the event nor in the list of tags', async () => {
    const before = await api.ok('readEvent', {})
    const tag = {
      nfc_id: `${REHEARSAL_PREFIX}t1`,
      nfc_type: 'team' as const,
      team_id: null,
      vendor_id: null,
      point_type: null,
      written_at: null,
      created_at: 0,
    }
    await game.db.write({ kind: 'event' }, (db) => insertRows(db, 'tags', [tag]))
    expect(await api.ok('readEvent', {})).toEqual(before)
  })

  test('a treasure’s note is in the event file, stays if it is left out, and reaches no player or staff', async () => {
    const tag = {
      nfc_id: 'zmaj-7k2p9x4mq8',
      nfc_type: 'bonus' as const,
      point_type: 'blago',
      vendor_id: 'arkade',
    }
    const note = 'Zmaj, iza stupa u hali B'
    const noted = async () =>
      (await api.ok('readEvent', {})).event.tags.find(({ nfc_id }) => nfc_id === tag.nfc_id)?.note
    await apply({ tags: [{ ...tag, note: ` ${note} ` }] })
    await apply({ tags: [tag] })
    expect(await noted()).toBe(note)
    const tooLong = await apply({ tags: [{ ...tag, note: 'z'.repeat(81) }] })
    expect(tooLong).toMatchObject({ ko: { faults: [{ path: 'tags.0.note' }] } })

    const { captain } = await foundTeam(game)
    const staff = await signIn(game, 'iva')
    const seen = [
      await staff.api.ok('listTags', {}),
      await staff.api.ok('scan', { nfc_id: tag.nfc_id }),
      await captain.api.ok('scan', { nfc_id: tag.nfc_id }),
      await captain.api.ok('teamPoints', {}),
    ]
    expect(JSON.stringify(seen)).toContain(tag.nfc_id)
    expect(JSON.stringify(seen)).not.toContain('Zmaj')

    await api.ok('closeResults', {})
    const keep = 'tags,staff,settings' as never
    await api.ok('reset', { keep, name: 'GeekQuest', reason: 'Nakon probe' })
    expect(await noted()).toBe(note)
    await apply({ tags: [{ ...tag, note: '' }] })
    expect(await noted()).toBeUndefined()
  })

  test('a closed booth is on no list, and awards made while it is closed are refused whenever they arrive', async () => {
    const staff = await signIn(game, 'iva')
    const close = (closed: boolean) =>
      apply({ vendors: [{ vendor_id: 'arkade', name: 'Arkadna zona', closed }] })
    const give = async (queued_ms: number) => {
      const { id: team_id } = await foundTeam(game)
      return await staff.api.answer('awardPoints', {
        team_id,
        point_type: 'pobjeda',
        award_id: randomUUID(),
        queued_ms,
      })
    }
    game.clock.advance(60_000)
    await close(true)
    expect(
      (await staff.api.ok('listVendors', {})).vendors.map(({ vendor_id }) => vendor_id),
    ).toEqual(['kutak'])
    expect((await api.ok('overview', {})).booths).toMatchObject([
      { closed: true },
      { closed: false },
    ])
    game.clock.advance(60_000)
    await close(false)
    game.clock.advance(60_000)
    expect([await give(150_000), await give(90_000), await give(30_000)]).toMatchObject([
      { duplicate: false },
      { ko: { code: 'EVENT_CLOSED', message: 'Štand je tada bio zatvoren.' } },
      { duplicate: false },
    ])
  })
})

onEachEngine('the first organiser', (game) => {
  test('has an unconfirmed number until an SMS to it signs in, even if the settings are deleted meanwhile', async () => {
    const url = await firstOrganiserUrl(game.db, new URL('https://igra.example.hr'))
    const token = new URL(url ?? '').hash.slice(1)
    const profile = newProfile()
    const ana = game.client()
    const { user } = await ana.ok('firstOrganiser', { token, user_data: profile })
    const unconfirmed = { user_id: user.id, mobile: profile.mobile }
    expect((await ana.ok('overview', {})).unconfirmed).toEqual(unconfirmed)

    await ana.ok('requestCode', { id: profile.mobile })
    await game.db.write({ kind: 'event' }, async (db) => await deleteSettings(db))
    expect((await ana.ok('overview', {})).unconfirmed).toEqual(unconfirmed)

    // Calls under way with the earlier cookie are still answered.
    const onTheirWay = Object.assign(game.client(), { cookie: ana.cookie })
    await ana.ok('signIn', { id: profile.mobile, mtp: lastSms(game, profile.mobile).code })
    expect(await ana.ok('overview', {})).toMatchObject({ unconfirmed: null, rehearsed: false })
    expect(await onTheirWay.outcome('overview', {})).toBe('OK')

    // Later codes confirm nothing, so signing in with one begins a new session as usual.
    await ana.ok('requestCode', { id: profile.mobile })
    await ana.ok('signIn', { id: profile.mobile, mtp: lastSms(game, profile.mobile).code })
    expect(await ana.outcome('overview', {})).toBe('OK')
    expect(await onTheirWay.outcome('overview', {})).toBe('NOT_AUTHENTICATED')
  })
})

onOneEngine('before there is an organiser', (game) => {
  test('exactly one person can sign up with the token that the server prints at its start, even if two try at once', async () => {
    const url = await firstOrganiserUrl(game.db, new URL('https://igra.example.hr'))
    const token = new URL(url ?? '').hash.slice(1)
    const outcomes = await Promise.all(
      [1, 2].map(() => game.client().outcome('firstOrganiser', { token, user_data: newProfile() })),
    )
    expect(outcomes.toSorted()).toEqual(['INVALID_CODE', 'OK'])
    expect(await firstOrganiserUrl(game.db, new URL('https://igra.example.hr'))).toBeNull()
  })
})
