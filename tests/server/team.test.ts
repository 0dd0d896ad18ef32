import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { emblemOf } from '#rules/emblem'
import { TOO_MANY_EMBLEMS } from '#texts/errors'
import { fieldTexts } from '#texts/fields'
import { insertCast } from '../support/cast'
import { insertTag, setEvent } from '../support/event'
import {
  addToTeam,
  foundTeam,
  type Person,
  signIn,
  signInOrganiser,
  signUp,
} from '../support/people'
import { MINUTE, times } from '../support/times'
import { onOneEngine } from '../support/use-game'

onOneEngine('founding and disbanding a team', (game) => {
  /** The team as listed for staff. */
  async function listed(teamId: string) {
    const { api } = await signIn(game, 'iva')
    return (await api.ok('listTeams', {})).teams.find((team) => team.team_id === teamId)
  }

  test('rule 2: the creator of a team is its captain and only member', async () => {
    const { id, name, captain } = await foundTeam(game)
    const { user } = await captain.api.ok('currentUser', {})
    expect(user.team).toMatchObject({
      team_id: id,
      team_name: name,
      is_captain: true,
      points: 0,
      member_count: 1,
    })
    expect(await listed(id)).toMatchObject({
      team_name: name,
      member_count: 1,
      is_full: false,
      nfc_id: null,
    })
  })

  test('rule 2: creating a team withdraws a pending request, unless the creation is refused', async () => {
    const { id, name, captain } = await foundTeam(game)
    const player = await signUp(game)
    const pending = async () => (await player.api.ok('currentUser', {})).user.pending_team
    await player.api.ok('joinTeam', { team_id: id })
    expect(await player.api.outcome('createTeam', { team_name: name })).toBe('TEAM_NAME_TAKEN')
    expect(await pending()).toMatchObject({ team_id: id })
    await player.api.ok('createTeam', { team_name: 'Radije sam' })
    expect([await pending(), (await captain.api.ok('listInvites', {})).invites]).toEqual([null, []])
    expect(await captain.api.outcome('acceptInvite', { player_id: player.id })).toBe(
      'INVITE_NOT_FOUND',
    )
  })

  test('rule 2: an unclaimed team tag belongs to the team that was created with it', async () => {
    const nfc_id = await insertTag(game.db, { nfc_type: 'team' })
    const { id, name, captain } = await foundTeam(game, { nfc_id })
    expect((await captain.api.ok('scan', { nfc_id })).nfc.team).toMatchObject({
      team_id: id,
      team_name: name,
    })
    expect(await listed(id)).toMatchObject({ nfc_id })
  })

  test('a tag sent with the wrong type is TAG_WRONG_TYPE', async () => {
    const nfc_id = await insertTag(game.db, { nfc_type: 'team' })
    const player = await signUp(game)
    const team = { team_name: 'Riječ Nije Djelo', nfc_id }
    expect(await player.api.outcome('createTeam', { ...team, nfc_type: 'bonus' })).toBe(
      'TAG_WRONG_TYPE',
    )
    expect(await player.api.outcome('createTeam', { ...team, nfc_type: 'team' })).toBe('OK')
  })

  test('rule 3: an invalid name is refused at its field', async () => {
    const refused = await (await signUp(game)).api.ko('createTeam', {
      team_name: 'Plavi\u202EVukovi',
    })
    expect([refused.code, Object.keys(refused.fields ?? {})]).toEqual([
      'INVALID_INPUT',
      ['team_name'],
    ])
  })

  test('rule 19: of names that differ only in similar punctuation only one can be in use', async () => {
    const number = randomUUID().slice(0, 4)
    const name = `Luka's „Rock” - ${number}`
    const { id, captain } = await foundTeam(game, { name })
    const organiser = await signInOrganiser(game)
    const other = await foundTeam(game)
    for (const typed of [
      `Luka’s "Rock" – ${number}`,
      `LUKA´S «ROCK» — ${number}.`,
      `luka\`s ''rock'' -- ${number} ,`,
    ]) {
      expect(await (await signUp(game)).api.outcome('createTeam', { team_name: typed })).toBe(
        'TEAM_NAME_TAKEN',
      )
      const rename = { team_id: other.id, team_name: typed, reason: 'Proba' }
      expect(await organiser.api.outcome('renameTeam', rename)).toBe('TEAM_NAME_TAKEN')
      expect(
        (await organiser.api.ok('find', { query: typed })).teams.map(({ team_id }) => team_id),
      ).toEqual([id])
    }
    await captain.api.ok('disbandTeam', { team_name: `Luka’s "Rock" — ${number}.` })
  })

  describe('rule 6: disbanding', () => {
    test('requires the name, which is compared as in rule 3', async () => {
      const { captain } = await foundTeam(game, { name: 'Divlji Đakovi' })
      for (const team_name of ['', 'Divlji', 'Divlji Đakovi 2']) {
        expect((await captain.api.ko('disbandTeam', { team_name })).code).toBe('TEAM_NAME_MISMATCH')
      }
      await captain.api.ok('disbandTeam', { team_name: ' DIVLJI DAKOVI' })
    })

    test('the team disappears from every list, and members and requesters are free', async () => {
      const { id, name, captain, members } = await foundTeam(game, { size: 3 })
      const asking = await signUp(game)
      await asking.api.ok('joinTeam', { team_id: id })
      await captain.api.ok('disbandTeam', { team_name: name })

      expect(await listed(id)).toBeUndefined()
      const staff = await signIn(game, 'iva')
      expect(await staff.api.outcome('checkCooldown', { team_id: id })).toBe('TEAM_NOT_FOUND')
      for (const { api } of [captain, ...members, asking]) {
        expect((await api.ok('currentUser', {})).user).toMatchObject({
          team: null,
          pending_team: null,
        })
        expect((await api.ko('listMembers', { team_id: id })).code).toBe('TEAM_NOT_FOUND')
        expect((await api.ko('joinTeam', { team_id: id })).code).toBe('TEAM_NOT_FOUND')
      }
      expect((await captain.api.ko('teamPoints', {})).code).toBe('NOT_IN_TEAM')
    })

    test('its name and its tag are free again', async () => {
      const nfc_id = await insertTag(game.db, { nfc_type: 'team' })
      const { name, captain } = await foundTeam(game, { nfc_id })
      await captain.api.ok('disbandTeam', { team_name: name })
      expect((await captain.api.ok('scan', { nfc_id })).nfc.team).toBeNull()
      const next = await foundTeam(game, { name, nfc_id })
      expect((await captain.api.ok('scan', { nfc_id })).nfc.team?.team_id).toBe(next.id)
    })
  })
})

onOneEngine('emblems of teams', (game) => {
  /** The emblem of a team in every call that returns the team. */
  async function emblemEverywhere(
    team_id: string,
    name: string,
    nfc_id: string,
    member: Awaited<ReturnType<typeof signUp>>,
  ) {
    const staff = await signIn(game, 'iva')
    const { organiser } = (await insertCast(game)).browser
    const { api } = member
    const of = (teams: readonly { team_id: string; emblem?: number | undefined }[]) =>
      teams.find((team) => team.team_id === team_id)
    return [
      (await api.ok('currentUser', {})).user.team?.emblem,
      of((await api.ok('listTeams', {})).teams)?.emblem,
      of((await api.ok('ranking', { limit: 100 })).teams)?.emblem,
      (await staff.api.ok('checkCooldown', { team_id })).team.emblem,
      (await staff.api.ok('scan', { nfc_id })).nfc.team?.emblem,
      of((await organiser.ok('find', { query: name })).teams)?.emblem,
      (await organiser.ok('organiserTeam', { team_id })).team.emblem,
    ]
  }

  test.each([11, undefined])(
    'a founder picks the emblem %s: every call that returns the team has its emblem, even after a change',
    async (emblem) => {
      const player = await signUp(game)
      const nfc_id = await insertTag(game.db, { nfc_type: 'team' })
      const team_name = `Grb ${emblem ?? 'iz koda'}`
      const { team_id } = await player.api.ok('createTeam', { team_name, nfc_id, emblem })
      const all = await emblemEverywhere(team_id, team_name, nfc_id, player)
      expect(new Set(all)).toEqual(new Set([emblem ?? emblemOf(team_id)]))
      const applicant = await signUp(game)
      await applicant.api.ok('joinTeam', { team_id })
      expect((await applicant.api.ok('currentUser', {})).user.pending_team?.emblem).toBe(
        emblem ?? emblemOf(team_id),
      )

      const picked = ((emblem ?? 0) + 5) % 12
      await player.api.ok('pickEmblem', { emblem: picked })
      expect(new Set(await emblemEverywhere(team_id, team_name, nfc_id, player))).toEqual(
        new Set([picked]),
      )
      expect((await applicant.api.ok('currentUser', {})).user.pending_team?.emblem).toBe(picked)
    },
  )

  test('abuse 5: an emblem can change ten times an hour; picking the same one does not count and tells nobody', async () => {
    const { captain, id: team_id } = await foundTeam(game)
    const pick = (emblem: number) => captain.api.outcome('pickEmblem', { emblem })
    const [own, other] = [emblemOf(team_id), (emblemOf(team_id) + 1) % 12]
    let commits = 0
    const end = game.db.commits.subscribe(() => void commits++)
    for (const _ of times(20)) expect(await pick(own)).toBe('OK')
    expect(commits).toBe(0)
    for (const change of times(10)) expect(await pick(change % 2 === 0 ? other : own)).toBe('OK')
    for (const _ of times(20)) expect(await pick(own)).toBe('OK')
    expect(commits).toBe(10)
    end()
    game.clock.advance(10 * MINUTE)
    const refused = await captain.api.ko('pickEmblem', { emblem: other })
    expect(refused).toMatchObject({
      code: 'TOO_MANY_ATTEMPTS',
      message: TOO_MANY_EMBLEMS,
      retry_seconds: 50 * 60,
    })
    expect((await captain.api.ok('currentUser', {})).user.team?.emblem).toBe(own)
    game.clock.advance(50 * MINUTE)
    expect(await pick(other)).toBe('OK')
  })

  test('an unknown emblem is refused at its field', async () => {
    const [player, { captain }] = [await signUp(game), await foundTeam(game)]
    const refused = { code: 'INVALID_INPUT', fields: { emblem: fieldTexts.emblem } }
    expect(await player.api.ko('createTeam', { team_name: 'Bez grba', emblem: 12 })).toMatchObject(
      refused,
    )
    expect(await captain.api.ko('pickEmblem', { emblem: -1 })).toMatchObject(refused)
  })
})

onOneEngine('joining and leaving a team', (game) => {
  const userOf = async ({ api }: Person) => (await api.ok('currentUser', {})).user
  const membersOf = async ({ api }: Person, team_id: string) =>
    (await api.ok('listMembers', { team_id })).members

  describe('rule 4: requests', () => {
    test('a request is visible only to its sender and the captain; if accepted, the player is a member', async () => {
      const { id, name, captain, members } = await foundTeam(game, { size: 2 })
      const player = await signUp(game)
      await player.api.ok('joinTeam', { team_id: id })
      const created_at = new Date(game.clock.now()).toISOString()
      const names = { nickname: player.nickname, first_name: 'Ana', last_name: 'Anić' }
      const invite = { team_id: id, team_name: name, player_id: player.id, ...names, created_at }
      expect((await captain.api.ok('listInvites', {})).invites).toEqual([invite])
      expect((await player.api.ok('listInvites', {})).invites).toEqual([invite])
      expect((await members[0]?.api.ok('listInvites', {}))?.invites).toEqual([])
      expect(await userOf(player)).toMatchObject({
        team: null,
        pending_team: { team_id: id, team_name: name },
      })
      await captain.api.ok('acceptInvite', { player_id: player.id })
      const team = { team_id: id, is_captain: false, member_count: 3 }
      expect(await userOf(player)).toMatchObject({ team, pending_team: null })
      expect((await captain.api.ok('listInvites', {})).invites).toEqual([])
    })

    test('a player can make at most ten an hour, whether they are withdrawn or rejected', async () => {
      const { id: team_id, captain } = await foundTeam(game)
      const player = await signUp(game)
      const player_id = player.id
      for (let filed = 0; filed < 10; filed++) {
        await player.api.ok('joinTeam', { team_id })
        await (filed % 2 === 0 ? player : captain).api.ok('rejectInvite', { player_id })
        game.clock.advance(60_000)
      }
      const ko = await player.api.ko('joinTeam', { team_id })
      expect(ko).toMatchObject({ code: 'TOO_MANY_ATTEMPTS', retry_seconds: 50 * 60 })
      expect(ko.message).toMatch(/^Poslali ste previše zahtjeva/)
      expect((await userOf(player)).pending_team).toBeNull()
      game.clock.advance(50 * 60_000 - 1)
      expect(await player.api.outcome('joinTeam', { team_id })).toBe('TOO_MANY_ATTEMPTS')
      game.clock.advance(1)
      expect(await player.api.outcome('joinTeam', { team_id })).toBe('OK')
    })
  })

  describe('rule 4: places', () => {
    test('a team has 6 places by default; after that nobody can join or be accepted', async () => {
      const { id, captain } = await foundTeam(game, { size: 5 })
      const [last, late] = [await signUp(game), await signUp(game)]
      await last.api.ok('joinTeam', { team_id: id })
      await late.api.ok('joinTeam', { team_id: id })
      await captain.api.ok('acceptInvite', { player_id: last.id })
      expect((await captain.api.ko('acceptInvite', { player_id: late.id })).code).toBe('TEAM_FULL')
      expect((await (await signUp(game)).api.ko('joinTeam', { team_id: id })).code).toBe(
        'TEAM_FULL',
      )
      const { teams } = await captain.api.ok('listTeams', {})
      expect(teams.find((team) => team.team_id === id)).toMatchObject({
        member_count: 6,
        is_full: true,
      })
      // The request that could not be accepted is still pending.
      await captain.api.ok('removePlayer', { player_id: last.id })
      await captain.api.ok('acceptInvite', { player_id: late.id })
    })

    test('a change of the organiser’s limit applies at once; 0 means no limit', async () => {
      const { id, captain } = await foundTeam(game, { size: 2 })
      await setEvent(game.db, { team_max_members: 2 })
      const player = await signUp(game)
      expect((await player.api.ko('joinTeam', { team_id: id })).code).toBe('TEAM_FULL')
      await setEvent(game.db, { team_max_members: 0 })
      for (let size = 3; size <= 8; size++) await addToTeam(game, id, captain)
      expect((await captain.api.ok('currentUser', {})).user.team?.member_count).toBe(8)
      await setEvent(game.db, { team_max_members: 6 })
    })
  })

  describe('rule 4: a captain’s invitation', () => {
    const invitationOf = async (captain: Person) =>
      (await captain.api.ok('inviteToTeam', {})).invite_token
    const join = async (player: Person, team_id: string, invite_token: string) =>
      await player.api.outcome('joinTeam', { team_id, invite_token })

    test('for 10 minutes, makes its holder a member at once and withdraws their request', async () => {
      const { id, captain } = await foundTeam(game)
      const other = await foundTeam(game)
      const [player, late] = [await signUp(game), await signUp(game)]
      await player.api.ok('joinTeam', { team_id: other.id })
      const { invite_token, expires_at } = await captain.api.ok('inviteToTeam', {})
      expect(Date.parse(expires_at) - game.clock.now()).toBe(600_000)
      game.clock.advance(599_999)
      expect(await player.api.ok('joinTeam', { team_id: id, invite_token })).toMatchObject({
        joined: true,
      })
      expect((await userOf(player)).team).toMatchObject({ team_id: id, is_captain: false })
      expect((await other.captain.api.ok('listInvites', {})).invites).toEqual([])
      game.clock.advance(1)
      expect(await join(late, id, invite_token)).toBe('INVITE_EXPIRED')
      expect(await late.api.ok('joinTeam', { team_id: id })).toMatchObject({ joined: false })
    })

    test('is valid only unchanged, for its own team, and as long as its maker is the captain', async () => {
      const { id, captain, members } = await foundTeam(game, { size: 2 })
      const player = await signUp(game)
      const other = await foundTeam(game)
      const invite_token = await invitationOf(captain)
      expect(await join(player, other.id, invite_token)).toBe('INVITE_EXPIRED')
      const later = `${(game.clock.now() + 900_000).toString(36)}.${invite_token.split('.')[1]}`
      expect(await join(player, id, later)).toBe('INVITE_EXPIRED')
      expect(await join(other.captain, id, invite_token)).toBe('ALREADY_IN_TEAM')
      await captain.api.ok('removePlayer', { player_id: captain.id })
      expect(await join(player, id, invite_token)).toBe('INVITE_EXPIRED')
      expect(await join(player, id, await invitationOf(members[0] ?? captain))).toBe('OK')
    })

    test('does not bring back a player whom the captain has removed', async () => {
      const { id, captain, members } = await foundTeam(game, { size: 2 })
      const [member] = members
      if (member === undefined) throw new Error('no member')
      const invite_token = await invitationOf(captain)
      game.clock.advance(1)
      await captain.api.ok('removePlayer', { player_id: member.id })
      expect(await join(member, id, invite_token)).toBe('INVITE_EXPIRED')
      game.clock.advance(1)
      expect(await join(member, id, await invitationOf(captain))).toBe('OK')
    })

    test('ends for good when its maker stops being captain, even if they lead the team again', async () => {
      const { id, captain, members } = await foundTeam(game, { size: 2 })
      const [member] = members
      const organiser = await signInOrganiser(game)
      const lead = async (player_id: string) =>
        await organiser.api.ok('makeCaptain', { team_id: id, player_id, reason: 'Zamjena' })
      const invite_token = await invitationOf(captain)
      await lead(member?.id ?? '')
      await lead(captain.id)
      expect(await join(await signUp(game), id, invite_token)).toBe('INVITE_EXPIRED')
      const next = await invitationOf(captain)
      await organiser.api.ok('blockPerson', { user_id: captain.id, reason: 'Varanje' })
      await organiser.api.ok('unblockPerson', { user_id: captain.id, reason: 'Zabuna' })
      expect(await join(await signUp(game), id, next)).toBe('INVITE_EXPIRED')
      expect(
        await join(await signUp(game), id, await invitationOf(await signIn(game, captain.id))),
      ).toBe('OK')
    })

    test('is not made for a full team, and ends when its captain is blocked', async () => {
      const full = await foundTeam(game, { size: 6 })
      expect(await full.captain.api.outcome('inviteToTeam', {})).toBe('TEAM_FULL')
      const { id, captain } = await foundTeam(game)
      const invite_token = await invitationOf(captain)
      const organiser = await signInOrganiser(game)
      await organiser.api.ok('blockPerson', { user_id: captain.id, reason: 'Varanje' })
      expect(await join(await signUp(game), id, invite_token)).toBe('INVITE_EXPIRED')
    })
  })

  test('full names of members are shown only within their own team', async () => {
    const { id, captain, members } = await foundTeam(game, { size: 2 })
    const outside = [await signUp(game), (await foundTeam(game)).captain, await signIn(game, 'iva')]
    const order = [captain.id, ...members.map((one) => one.id)]
    for (const person of [captain, ...members]) {
      const seen = await membersOf(person, id)
      expect(seen.map((one) => one.player_id)).toEqual(order)
      expect(seen[0]).toMatchObject({ first_name: 'Ana', last_name: 'Anić', is_captain: true })
    }
    for (const person of outside) {
      const own = {
        player_id: captain.id,
        nickname: captain.nickname,
        is_captain: true,
        joined_at: expect.any(String),
      }
      expect((await membersOf(person, id))[0]).toEqual(own)
    }
  })
})
