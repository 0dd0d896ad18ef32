import { describe, expect, test } from 'vitest'
import { setEvent } from '../support/event'
import { addToTeam, foundTeam, type Person, signIn, signInOrganiser, signUp } from '../support/people'
import { onOneEngine } from '../support/use-game'

onOneEngine('joining and leaving a team', (game) => {
  const userOf = async ({ api }: Person) => (await api.ok('currentUser', {})).user
  const membersOf = async ({ api }: Person, team_id: string) => (await api.ok('listMembers', { team_id })).members

  describe('rule 4: requests', () => {
    test('a request waits for the captain and shows on both sides, and who is accepted is a member', async () => {
      const { id, name, captain } = await foundTeam(game)
      const player = await signUp(game)
      await player.api.ok('joinTeam', { team_id: id })
      const created_at = new Date(game.clock.now()).toISOString()
      const names = { nickname: player.nickname, first_name: 'Ana', last_name: 'Anić' }
      const invite = { team_id: id, team_name: name, player_id: player.id, ...names, created_at }
      expect((await captain.api.ok('listInvites', {})).invites).toEqual([invite])
      expect((await player.api.ok('listInvites', {})).invites).toEqual([invite])
      expect(await userOf(player)).toMatchObject({ team: null, pending_team: { team_id: id, team_name: name } })
      await captain.api.ok('acceptInvite', { player_id: player.id })
      const team = { team_id: id, is_captain: false, member_count: 2 }
      expect(await userOf(player)).toMatchObject({ team, pending_team: null })
      expect((await captain.api.ok('listInvites', {})).invites).toEqual([])
    })

    test('a player files at most ten an hour, whatever becomes of them and on whichever server', async () => {
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

    test('members who are not captain see no requests', async () => {
      const { id, members } = await foundTeam(game, { size: 2 })
      const player = await signUp(game)
      await player.api.ok('joinTeam', { team_id: id })
      for (const { api } of members) expect((await api.ok('listInvites', {})).invites).toEqual([])
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
      expect((await (await signUp(game)).api.ko('joinTeam', { team_id: id })).code).toBe('TEAM_FULL')
      const { teams } = await captain.api.ok('listTeams', {})
      expect(teams.find((team) => team.team_id === id)).toMatchObject({ member_count: 6, is_full: true })
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
    const invitationOf = async (captain: Person) => (await captain.api.ok('inviteToTeam', {})).invite_token
    const join = async (player: Person, team_id: string, invite_token: string) =>
      await player.api.outcome('joinTeam', { team_id, invite_token })

    test('makes who has it a member at once and withdraws their request, for 10 minutes', async () => {
      const { id, captain } = await foundTeam(game)
      const other = await foundTeam(game)
      const [player, late] = [await signUp(game), await signUp(game)]
      await player.api.ok('joinTeam', { team_id: other.id })
      const { invite_token, expires_at } = await captain.api.ok('inviteToTeam', {})
      expect(Date.parse(expires_at) - game.clock.now()).toBe(600_000)
      game.clock.advance(599_999)
      expect(await player.api.ok('joinTeam', { team_id: id, invite_token })).toMatchObject({ joined: true })
      expect((await userOf(player)).team).toMatchObject({ team_id: id, is_captain: false })
      expect((await other.captain.api.ok('listInvites', {})).invites).toEqual([])
      game.clock.advance(1)
      expect(await join(late, id, invite_token)).toBe('INVITE_EXPIRED')
      expect(await late.api.ok('joinTeam', { team_id: id })).toMatchObject({ joined: false })
    })

    test('is of that team and of who leads it, and was not changed', async () => {
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
      const [heir] = members
      if (heir === undefined) throw new Error('no heir')
      const ofHeir = await invitationOf(heir)
      expect(await join(player, id, ofHeir)).toBe('OK')
    })

    test('does not bring back whom the captain has removed', async () => {
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

    test('of a captain who is blocked ends', async () => {
      const { id, captain } = await foundTeam(game)
      const invite_token = await invitationOf(captain)
      const organiser = await signInOrganiser(game)
      await organiser.api.ok('blockPerson', { user_id: captain.id, reason: 'Varanje' })
      expect(await join(await signUp(game), id, invite_token)).toBe('INVITE_EXPIRED')
    })

    test('is not made for a full team', async () => {
      const { captain } = await foundTeam(game, { size: 6 })
      expect(await captain.api.outcome('inviteToTeam', {})).toBe('TEAM_FULL')
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
      const [first] = await membersOf(person, id)
      expect(first).toEqual({
        player_id: captain.id,
        nickname: captain.nickname,
        is_captain: true,
        joined_at: expect.any(String),
      })
    }
  })
})
