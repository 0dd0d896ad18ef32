import { describe, expect, test } from 'vitest'
import type { EventFile, EventPart, EventPerson } from '#contract/event'
import { SmsNotSent } from '#server/sms/sms'
import { WITHOUT_MEMBERS } from '#texts/errors'
import type { ApiClient } from '../support/api-client'
import { atTheBooth } from '../support/booth'
import { command } from '../support/command'
import { ENGINES } from '../support/databases'
import { insertEvent } from '../support/event'
import { openStream } from '../support/live'
import {
  addToTeam,
  foundTeam,
  lastSms,
  newProfile,
  organiserLink,
  type Person,
  signIn,
  signInOrganiser,
  signUp,
} from '../support/people'
import { startPushService } from '../support/push-service'
import { useGame } from '../support/use-game'
import { registerKey } from '../support/vouchers'

/** The invitation link that was sent to a number. */
function linkIn(sent: readonly { readonly to: string; readonly text: string }[], mobile: string) {
  const [, id = '', mtp = ''] =
    sent.findLast(({ to }) => to === mobile)?.text.match(/\/l\/([^/\s]+)\/([^/\s]+)/) ?? []
  return { id, mtp }
}

const everybody = ({ vendors, organisers }: EventFile) => [
  ...vendors.flatMap(({ staff }) => staff),
  ...organisers,
]

function entryOf(event: EventFile, userId: string): EventPerson {
  const entry = everybody(event).find(({ user_id }) => user_id === userId)
  if (entry === undefined) throw new Error(`${userId} has no role`)
  return entry
}

/** A part with the booth and one more person, who replaces an earlier entry of the same account. */
function atBooth({ vendors }: EventFile, vendorId: string, person: EventPerson): EventPart {
  const booths = vendors.filter(({ vendor_id }) => vendor_id === vendorId)
  const others = (staff: readonly EventPerson[]) =>
    staff.filter(({ user_id }) => user_id === undefined || user_id !== person.user_id)
  return { vendors: booths.map((booth) => ({ ...booth, staff: [...others(booth.staff), person] })) }
}

describe.each(ENGINES)('a change of an account on %s', (engine) => {
  const game = useGame(
    engine,
    { servers: engine === 'postgres' ? 2 : 1, pushToLoopback: true },
    insertEvent,
  )
  const elsewhere = () => game.servers.length - 1

  /** Applies a part derived from the current event. Returns the preview's changes. */
  async function change(
    { api }: { api: ApiClient },
    partOf: (event: EventFile) => EventPart,
    answer: 'OK' | 'CONFIRM_NEEDED',
  ) {
    const { event, version } = await api.ok('readEvent', {})
    const part = { event: partOf(event), version }
    const { changes } = await api.ok('applyEvent', { ...part, dry_run: 1 })
    expect(await api.outcome('applyEvent', part)).toBe(answer)
    if (answer === 'CONFIRM_NEEDED') await api.ok('applyEvent', { ...part, confirm: 1 })
    return changes
  }

  /** Invites a player, and returns their link from the SMS. */
  async function invite({ api }: Person, profile: EventPerson) {
    const { results } = await api.ok('invitePeople', { people: [profile] })
    expect(results).toMatchObject([{ status: 'sent' }])
    return linkIn(game.sent, profile.mobile)
  }

  /** A device with a session, notifications and an open stream on another server. */
  async function deviceOf(userId: string) {
    const { api } = await signIn(game, userId)
    const push = await startPushService()
    await api.ok('subscribePush', { subscription: push.subscribe().subscription })
    const stream = await openStream(game, api, { server: elsewhere() })
    const twin = game.client(elsewhere())
    twin.cookie = api.cookie
    return {
      api,
      /** The outcomes of its calls on both servers, and how many notifications it gets. */
      async outcomes() {
        const [here, there] = [
          await api.outcome('currentUser', {}),
          await twin.outcome('currentUser', {}),
        ]
        const { length } = await game.db.read
          .selectFrom('push_subscriptions')
          .where('user_id', '=', userId)
          .selectAll()
          .execute()
        return [here, there, length]
      },
      streamEnds: () => expect.poll(stream.ended).toBe(true),
      async close() {
        stream.close()
        await push.close()
      },
    }
  }

  const losesAccess = (at: string) => expect.objectContaining({ kind: 'loses', at: `${at}.access` })

  test('rule 22: an organiser with a player’s e-mail but another number gets a separate account', async () => {
    const organiser = await signInOrganiser(game)
    const [invited, other] = [
      newProfile({ email: 'klub@example.hr' }),
      newProfile({ email: 'klub@example.hr' }),
    ]
    const link = await invite(organiser, invited)
    await change(organiser, ({ organisers }) => ({ organisers: [...organisers, other] }), 'OK')
    const { organisers } = (await organiser.api.ok('readEvent', {})).event
    expect(organisers.find(({ mobile }) => mobile === other.mobile)?.user_id).not.toBe(link.id)
    const { user } = await game.client().ok('signIn', link)
    expect(user).toMatchObject({
      organiser: false,
      mobile: invited.mobile,
      nickname: invited.nickname,
    })
  })

  test('fault 85: a new organiser loses printed link, session, key, notifications and stream, as the preview says', async () => {
    const organiser = await signInOrganiser(game)
    const [device, card] = [await deviceOf('iva'), await organiserLink(game, 'iva')]
    await registerKey(device)
    const promoted = ({ vendors, organisers }: EventFile) => ({
      vendors: vendors.map((booth) => ({
        ...booth,
        staff: booth.staff.filter(({ user_id }) => user_id !== 'iva'),
      })),
      organisers: [
        ...organisers,
        ...vendors.flatMap(({ staff }) => staff.filter(({ user_id }) => user_id === 'iva')),
      ],
    })
    const changes = await change(organiser, promoted, 'CONFIRM_NEEDED')
    expect(changes).toContainEqual(losesAccess('organisers'))
    expect(await game.client().outcome('signIn', card)).toBe('INVALID_CODE')
    expect(await device.outcomes()).toEqual(['NOT_AUTHENTICATED', 'NOT_AUTHENTICATED', 0])
    await device.streamEnds()
    const keys = await game.db.read
      .selectFrom('signing_devices')
      .where('user_id', '=', 'iva')
      .select('revoked_at')
      .execute()
    expect(keys).toEqual([{ revoked_at: game.clock.now() }])
    await device.close()
  })

  test('rule 22: if somebody else changes a number all access ends; changing one’s own keeps only the session', async () => {
    const organiser = await signInOrganiser(game)
    const [device, card] = [await deviceOf('luka'), await organiserLink(game, 'luka')]
    const [browser, old] = [game.client(), '+385911000002']
    await browser.ok('requestCode', { id: old })
    const renumbered = (userId: string) => (event: EventFile) => {
      const changed = { ...entryOf(event, userId), mobile: newProfile().mobile }
      const organisers = event.organisers.map((one) => (one.user_id === userId ? changed : one))
      return userId === 'luka' ? atBooth(event, 'arkade', changed) : { organisers }
    }
    const changes = await change(organiser, renumbered('luka'), 'CONFIRM_NEEDED')
    expect(changes).toContainEqual(losesAccess('vendors.arkade.staff'))
    const { code, link } = lastSms(game, old)
    for (const secret of [card, link])
      expect(await game.client().outcome('signIn', secret)).toBe('INVALID_CODE')
    expect(await browser.outcome('signIn', { id: old, mtp: code })).toBe('INVALID_CODE')
    expect(await device.outcomes()).toEqual(['NOT_AUTHENTICATED', 'NOT_AUTHENTICATED', 0])
    await device.streamEnds()
    await device.close()

    const own = await organiserLink(game, organiser.id)
    expect(await change(organiser, renumbered(organiser.id), 'OK')).toMatchObject([
      { kind: 'changes' },
    ])
    expect(await game.client().outcome('signIn', own)).toBe('INVALID_CODE')
    expect(await organiser.api.outcome('overview', {})).toBe('OK')
  })

  test('fault 85: an invitation to a wrong number is void once the person is a booth’s staff with the right number', async () => {
    const organiser = await signInOrganiser(game)
    const mistyped = newProfile()
    const link = await invite(organiser, mistyped)
    const right = { ...mistyped, user_id: link.id, mobile: newProfile().mobile }
    await change(organiser, (event) => atBooth(event, 'kutak', right), 'CONFIRM_NEEDED')
    expect(await game.client().outcome('signIn', link)).toBe('INVALID_CODE')
  })

  test('fault 85: an invitation that fails after its person has become staff does not delete the account', async () => {
    const organiser = await signInOrganiser(game)
    const invited = newProfile()
    const provider = async () => {
      await change(organiser, (event) => atBooth(event, 'kutak', invited), 'OK')
      throw new SmsNotSent('not reached', 'a fault of its own')
    }
    await game.withProvider(provider, () => organiser.api.ok('invitePeople', { people: [invited] }))
    const { event } = await organiser.api.ok('readEvent', {})
    expect(everybody(event).map(({ mobile }) => mobile)).toContain(invited.mobile)
  })

  test('rule 22: becoming staff, or losing the role, voids unused links and codes but keeps the session', async () => {
    const organiser = await signInOrganiser(game)
    const player = await signUp(game)
    const secrets = async () => {
      game.clock.advance(60_000)
      const browser = game.client()
      await browser.ok('requestCode', { id: player.mobile })
      const card = await organiserLink(game, player.id)
      const { code, link } = lastSms(game, player.mobile)
      return async () => [
        await browser.outcome('signIn', { id: player.mobile, mtp: code }),
        await game.client().outcome('signIn', link),
        await game.client().outcome('signIn', card),
      ]
    }
    const [asPlayer, none] = [await secrets(), ['INVALID_CODE', 'INVALID_CODE', 'INVALID_CODE']]
    const profile = { ...newProfile(), nickname: player.nickname, mobile: player.mobile }
    await change(organiser, (event) => atBooth(event, 'kutak', profile), 'OK')
    expect(await asPlayer()).toEqual(none)
    expect((await player.api.ok('currentUser', {})).user.vendor_id).toBe('kutak')
    const asStaff = await secrets()
    const { version } = await organiser.api.ok('readEvent', {})
    await organiser.api.ok('removeEntry', { what: 'staff', id: player.id, version })
    expect(await asStaff()).toEqual(none)
    expect((await player.api.ok('currentUser', {})).user.vendor_id).toBeNull()
  })

  test('rule 22: an erased account cannot be found, linked, unblocked or restored by an event file, and no old secret signs in', async () => {
    const organiser = await signInOrganiser(game)
    const player = await signUp(game)
    game.clock.advance(60_000)
    const browser = game.client()
    await browser.ok('requestCode', { id: player.mobile })
    const { code, link } = lastSms(game, player.mobile)
    const [card, user_id, reason] = [await organiserLink(game, player.id), player.id, 'Zahtjev']
    await organiser.api.ok('erasePerson', { user_id, reason })
    for (const secret of [card, link])
      expect(await game.client().outcome('signIn', secret)).toBe('INVALID_CODE')
    expect(await browser.outcome('signIn', { id: player.mobile, mtp: code })).toBe('INVALID_CODE')
    for (const name of [
      'blockPerson',
      'unblockPerson',
      'withdrawSignIns',
      'signInLink',
      'erasePerson',
    ] as const) {
      expect([name, await organiser.api.outcome(name, { user_id, reason })]).toEqual([
        name,
        'USER_NOT_FOUND',
      ])
    }
    for (const query of [user_id, 'obrisano', 'erased'])
      expect((await organiser.api.ok('find', { query })).people).toEqual([])
    await expect(command(game.location, 'login-link', user_id)).rejects.toThrow('Nobody has')

    const row = () =>
      game.db.read
        .selectFrom('users')
        .where('user_id', '=', user_id)
        .selectAll()
        .executeTakeFirstOrThrow()
    const [before, named] = [await row(), { ...newProfile(), user_id }]
    await change(organiser, ({ organisers }) => ({ organisers: [...organisers, named] }), 'OK')
    expect(await row()).toEqual(before)
    const { organisers } = (await organiser.api.ok('readEvent', {})).event
    expect(organisers.find(({ mobile }) => mobile === named.mobile)?.user_id).not.toBe(user_id)
  })

  test('rule 5: erasing the last member keeps a team that has a result, and the search says so before', async () => {
    const organiser = await signInOrganiser(game)
    const { staff, team, give, award } = await atTheBooth(game, { staff: 'mia' })
    const { award_id } = await give()
    const [asking, late] = [await signUp(game), await signUp(game)]
    await asking.api.ok('joinTeam', { team_id: team.id })
    const { invite_token } = await team.captain.api.ok('inviteToTeam', {})
    const ifErased = async ({ nickname }: Person) =>
      (await organiser.api.ok('find', { query: nickname })).people.map(
        ({ team_if_erased }) => team_if_erased,
      )
    const empty = await foundTeam(game)
    expect([await ifErased(team.captain), await ifErased(empty.captain)]).toEqual([
      ['stays'],
      ['disbanded'],
    ])
    const mate = await addToTeam(game, empty.id, empty.captain)
    expect([await ifErased(empty.captain), await ifErased(mate), await ifErased(late)]).toEqual([
      [undefined],
      [undefined],
      [undefined],
    ])

    await organiser.api.ok('erasePerson', { user_id: team.captain.id, reason: 'Zahtjev' })
    expect((await asking.api.ok('currentUser', {})).user.pending_team).toBeNull()
    const standing = { team_id: team.id, points: 25, rank: 1, member_count: 0 }
    expect((await game.client().ok('ranking', {})).teams).toContainEqual(
      expect.objectContaining(standing),
    )
    const listed = (await late.api.ok('listTeams', {})).teams.find(
      ({ team_id }) => team_id === team.id,
    )
    expect(listed).toMatchObject({ ...standing, is_full: true })
    expect(await late.api.ok('listMembers', { team_id: team.id })).toEqual({ members: [] })
    const outcome = await late.api.ko('joinTeam', { team_id: team.id })
    expect(outcome).toMatchObject({ code: 'TEAM_FULL', message: WITHOUT_MEMBERS })
    expect(await late.api.outcome('joinTeam', { team_id: team.id, invite_token })).toBe(
      'INVITE_EXPIRED',
    )
    expect(await late.api.outcome('createTeam', { team_name: team.name })).toBe('TEAM_NAME_TAKEN')
    expect(await organiser.api.ok('organiserTeam', { team_id: team.id })).toMatchObject({
      team: { ...standing, disbanded_at: null },
      members: [],
      awards: [{ award_id, voided: false }],
    })
    expect((await organiser.api.ok('find', { query: team.name })).teams).toMatchObject([standing])
    const { rows } = await organiser.api.ok('table', { what: 'teams' })
    expect(rows.find(({ team_id }) => team_id === team.id)).toMatchObject({
      place: 1,
      captain: null,
      members: '',
      disbanded_at: null,
    })
    await staff.api.ok('awardPoints', award({ point_type: 'kviz' }))

    await organiser.api.ok('freeze', {})
    let place = Number.POSITIVE_INFINITY
    for (let after = ''; place > 1; ) {
      const uncovered = await organiser.api.ok('revealNext', { after })
      ;({ place } = uncovered)
      after = uncovered.team.team_id
    }
    expect((await game.client().ok('ranking', {})).reveal?.shown).toMatchObject({
      team: { team_id: team.id, points: 30 },
      members: [],
    })
    await organiser.api.ok('reveal', {})
  })
})
