import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { HIDDEN_TEAM } from '#texts/nouns'
import type { ApiClient } from '../support/api-client'
import { atTheBooth } from '../support/booth'
import { insertTag } from '../support/event'
import { foundTeam, signIn, signInOrganiser, signUp } from '../support/people'
import { onOneEngine } from '../support/use-game'

const adjust = (organiser: ApiClient, team_id: string, points: number) =>
  organiser.ok('adjustPoints', { team_id, points, reason: 'Finale', adjustment_id: randomUUID() })

const REASON = { reason: 'Uvredljiv naziv' }

onOneEngine('a hidden team', (game) => {
  test('rule 15: it is on no list and no ranking, and only its members and the organiser see it', async () => {
    const organiser = await signInOrganiser(game)
    const nfc_id = await insertTag(game.db, { nfc_type: 'team' })
    const team = await foundTeam(game, { nfc_id })
    const applicant = await signUp(game)
    await applicant.api.ok('joinTeam', { team_id: team.id })
    const { staff, give } = await atTheBooth(game)
    await give({ team_id: team.id })
    const stranger = await signUp(game)

    await organiser.api.ok('hideTeam', { team_id: team.id, ...REASON })
    const listed = async ({ api }: typeof stranger) => {
      const { teams, latest } = await api.ok('ranking', { limit: 100 })
      const lists = [(await api.ok('listTeams', {})).teams, teams, latest]
      return lists.map((list) => list.some(({ team_name }) => team_name === team.name))
    }
    for (const person of [stranger, applicant, staff]) {
      expect(await listed(person)).toEqual([false, false, false])
      expect(await person.api.outcome('listMembers', { team_id: team.id })).toBe('TEAM_NOT_FOUND')
      expect(await person.api.outcome('scan', { nfc_id })).toBe('TAG_NOT_FOUND')
    }
    expect(await stranger.api.outcome('joinTeam', { team_id: team.id })).toBe('TEAM_NOT_FOUND')
    expect((await applicant.api.ok('currentUser', {})).user.pending_team).toBeNull()
    expect(await staff.api.outcome('checkCooldown', { team_id: team.id })).toBe('TEAM_NOT_FOUND')
    expect((await staff.api.ok('listAwards', {})).awards.map((one) => one.team_name)).not.toContain(
      team.name,
    )

    const { captain } = team
    expect(await listed(captain)).toEqual([false, false, false])
    expect((await captain.api.ok('currentUser', {})).user.team).toMatchObject({
      team_name: team.name,
      points: 25,
    })
    expect((await captain.api.ok('teamPoints', {})).points).toBe(25)
    expect((await captain.api.ok('listMembers', { team_id: team.id })).members).toHaveLength(1)
    expect((await captain.api.ok('scan', { nfc_id })).nfc.team?.team_id).toBe(team.id)
    const found = await organiser.api.ok('find', { query: team.name })
    expect(found.teams[0]).toMatchObject({ team_id: team.id, hidden: true, points: 25 })

    await organiser.api.ok('showTeam', { team_id: team.id, reason: 'Novi naziv' })
    expect(await listed(stranger)).toEqual([true, true, true])
  })

  test('rule 15: its points do not affect other teams’ ranks, but it still has a rank', async () => {
    const organiser = await signInOrganiser(game)
    const [first, second] = [await foundTeam(game), await foundTeam(game)]
    const staff = await signIn(game, 'iva')
    await adjust(organiser.api, first.id, 9_000)
    await adjust(organiser.api, second.id, 8_000)
    const rank = async (team: typeof first) =>
      (await team.captain.api.ok('currentUser', {})).user.team?.rank
    expect([await rank(first), await rank(second)]).toEqual([1, 2])
    await organiser.api.ok('hideTeam', { team_id: first.id, ...REASON })
    expect([await rank(first), await rank(second)]).toEqual([1, 1])
    expect((await staff.api.ok('listTeams', {})).teams[0]).toMatchObject({
      team_id: second.id,
      rank: 1,
    })
  })

  test('rule 15: an award that a booth gives it is recorded, but the booth does not see its name', async () => {
    const organiser = await signInOrganiser(game)
    const { staff, team, award } = await atTheBooth(game)
    await organiser.api.ok('hideTeam', { team_id: team.id, ...REASON })
    const sent = award()
    expect((await staff.api.ok('awardPoints', sent)).award).toMatchObject({
      team_name: HIDDEN_TEAM,
      points: 25,
    })
    expect(await staff.api.ok('awardPoints', sent)).toMatchObject({
      duplicate: true,
      award: { team_name: HIDDEN_TEAM },
    })
    expect((await staff.api.ok('voidAward', { award_id: sent.award_id })).award.team_name).toBe(
      HIDDEN_TEAM,
    )
    expect((await team.captain.api.ok('teamPoints', {})).awards).toHaveLength(1)
  })
})
