import { describe, expect, test } from 'vitest'
import { emblemOf } from '#rules/emblem'
import { fieldTexts } from '#texts/fields'
import { insertCast } from '../support/cast'
import { insertTag } from '../support/event'
import { foundTeam, signIn, signUp } from '../support/people'
import { onOneEngine } from '../support/use-game'

onOneEngine('founding and disbanding a team', (game) => {
  /** The team as staff see it in the list. */
  async function listed(teamId: string) {
    const { api } = await signIn(game, 'iva')
    return (await api.ok('listTeams', {})).teams.find((team) => team.team_id === teamId)
  }

  test('rule 2: the creator of a team is its captain and only member', async () => {
    const { id, name, captain } = await foundTeam(game)
    const { user } = await captain.api.ok('currentUser', {})
    expect(user.team).toMatchObject({ team_id: id, team_name: name, is_captain: true, points: 0, member_count: 1 })
    expect(await listed(id)).toMatchObject({ team_name: name, member_count: 1, is_full: false, nfc_id: null })
  })

  test('rule 2: creating a team withdraws a pending request', async () => {
    const { id, captain } = await foundTeam(game)
    const player = await signUp(game)
    await player.api.ok('joinTeam', { team_id: id })
    await player.api.ok('createTeam', { team_name: 'Radije sam' })
    expect((await captain.api.ok('listInvites', {})).invites).toEqual([])
    expect((await captain.api.ko('acceptInvite', { player_id: player.id })).code).toBe('INVITE_NOT_FOUND')
    expect((await player.api.ok('currentUser', {})).user.pending_team).toBeNull()
  })

  test('rule 2: if a team cannot be created the pending request stays', async () => {
    const { id, name } = await foundTeam(game)
    const player = await signUp(game)
    await player.api.ok('joinTeam', { team_id: id })
    expect((await player.api.ko('createTeam', { team_name: name })).code).toBe('TEAM_NAME_TAKEN')
    expect((await player.api.ok('currentUser', {})).user.pending_team).toMatchObject({ team_id: id })
  })

  test('rule 2: an unclaimed team tag belongs to the team from then on', async () => {
    const nfc_id = await insertTag(game.db, { nfc_type: 'team' })
    const { id, name, captain } = await foundTeam(game, { nfc_id })
    expect((await captain.api.ok('scan', { nfc_id })).nfc.team).toMatchObject({ team_id: id, team_name: name })
    expect(await listed(id)).toMatchObject({ nfc_id })
  })

  test('a tag that is sent as of another type is TAG_WRONG_TYPE', async () => {
    const nfc_id = await insertTag(game.db, { nfc_type: 'team' })
    const player = await signUp(game)
    const team = { team_name: 'Riječ Nije Djelo', nfc_id }
    expect(await player.api.outcome('createTeam', { ...team, nfc_type: 'bonus' })).toBe('TAG_WRONG_TYPE')
    expect(await player.api.outcome('createTeam', { ...team, nfc_type: 'team' })).toBe('OK')
  })

  test.each(['', 'Plavi\u202EVukovi'])('rule 3: the name %j is refused at its field', async (team_name) => {
    const player = await signUp(game)
    const refused = await player.api.ko('createTeam', { team_name })
    expect(refused.code).toBe('INVALID_INPUT')
    expect(Object.keys(refused.fields ?? {})).toEqual(['team_name'])
  })

  describe('rule 6: disbanding', () => {
    test('requires the name, which matches as in rule 3', async () => {
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
        expect((await api.ok('currentUser', {})).user).toMatchObject({ team: null, pending_team: null })
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
  /** The emblem of a team in every call that answers it. */
  async function emblemEverywhere(team_id: string, name: string, nfc_id: string, member: Awaited<ReturnType<typeof signUp>>) {
    const staff = await signIn(game, 'iva')
    const { organiser } = (await insertCast(game)).browser
    const { api } = member
    const of = (teams: readonly { team_id: string; emblem?: number | undefined }[]) =>
      teams.find((team) => team.team_id === team_id)
    return [
      (await api.ok('currentUser', {})).user.team?.emblem,
      of((await api.ok('listTeams', {})).teams)?.emblem,
      of((await staff.api.ok('listTeams', {})).teams)?.emblem,
      of((await api.ok('ranking', { limit: 100 })).teams)?.emblem,
      (await staff.api.ok('checkCooldown', { team_id })).team.emblem,
      (await api.ok('checkCooldown', { team_id })).team.emblem,
      (await staff.api.ok('scan', { nfc_id })).nfc.team?.emblem,
      of((await organiser.ok('find', { query: name })).teams)?.emblem,
      of((await organiser.ok('find', { query: '' })).teams)?.emblem,
      (await organiser.ok('organiserTeam', { team_id })).team.emblem,
    ]
  }

  test.each([11, undefined])(
    'a founder who picks %s: every call that answers the team has its emblem, and the one that the captain picks later',
    async (emblem) => {
      const player = await signUp(game)
      const nfc_id = await insertTag(game.db, { nfc_type: 'team' })
      const team_name = `Grb ${emblem ?? 'iz koda'}`
      const { team_id } = await player.api.ok('createTeam', { team_name, nfc_id, emblem })
      const all = await emblemEverywhere(team_id, team_name, nfc_id, player)
      expect(new Set(all)).toEqual(new Set([emblem ?? emblemOf(team_id)]))
      const applicant = await signUp(game)
      await applicant.api.ok('joinTeam', { team_id })
      expect((await applicant.api.ok('currentUser', {})).user.pending_team?.emblem).toBe(emblem ?? emblemOf(team_id))

      const picked = ((emblem ?? 0) + 5) % 12
      await player.api.ok('pickEmblem', { emblem: picked })
      expect(new Set(await emblemEverywhere(team_id, team_name, nfc_id, player))).toEqual(new Set([picked]))
      expect((await applicant.api.ok('currentUser', {})).user.pending_team?.emblem).toBe(picked)
    },
  )

  test.each(['12', 'zmaj'])(
    'an emblem of %j is refused at its field: no team is founded with it, and none changes to it',
    async (bad) => {
      const emblem = bad as unknown as number
      const player = await signUp(game)
      const { id, captain } = await foundTeam(game)
      for (const refused of [
        await player.api.ko('createTeam', { team_name: 'Bez grba', emblem }),
        await captain.api.ko('pickEmblem', { emblem }),
      ]) {
        expect(refused).toMatchObject({ code: 'INVALID_INPUT', fields: { emblem: fieldTexts.emblem } })
      }
      expect((await player.api.ok('currentUser', {})).user.team).toBeNull()
      expect((await captain.api.ok('currentUser', {})).user.team?.emblem).toBe(emblemOf(id))
    },
  )
})
