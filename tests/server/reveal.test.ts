import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import type { ApiClient } from '../support/api-client'
import { foundTeam, signInOrganiser, type Team } from '../support/people'
import { onOneEngine, useOrganiser } from '../support/use-game'

const adjust = (organiser: ApiClient, team_id: string, points: number) =>
  organiser.ok('adjustPoints', { team_id, points, reason: 'Finale', adjustment_id: randomUUID() })

onOneEngine('a reveal place by place', (game) => {
  const organiser = useOrganiser(game)
  const teams: Team[] = []
  beforeAll(async () => {
    while (teams.length < 12)
      teams.push(await foundTeam(game, { name: `Ekipa ${teams.length + 1}` }))
    // Ekipa 1 has 120 points, Ekipa 12 has 10.
    for (const [index, team] of teams.entries()) await give(team, 120 - index * 10)
  })

  const give = ({ id }: Team, points: number) => adjust(organiser.api, id, points)
  const teamAt = (place: number) => teams[place - 1] as Team
  const ranking = async () => await game.client().ok('ranking', { limit: 100 })
  const rows = async () =>
    new Map((await ranking()).teams.map(({ team_id, points, rank }) => [team_id, { points, rank }]))
  const uncovered = async (after?: string) => {
    const { place, team } = await organiser.api.ok('revealNext', { after })
    return [place, team.team_id, team.points]
  }

  test('rule 16: first uncovers the tenth place and all below it, then one more place per call', async () => {
    await organiser.api.ok('freeze', {})
    // The last team climbs to the first place, and moves all others down by one.
    await give(teamAt(12), 990)
    expect(await uncovered()).toEqual([10, teamAt(9).id, 40])
    const shown = await rows()
    expect([9, 10, 11].map((team) => shown.get(teamAt(team).id))).toEqual([
      { points: 40, rank: 10 },
      { points: 30, rank: 11 },
      { points: 20, rank: 12 },
    ])
    expect(shown.get(teamAt(12).id)).toEqual({ points: 10, rank: 12 })
    expect((await teamAt(9).captain.api.ok('currentUser', {})).user.team).toMatchObject({
      rank: 10,
    })
    expect((await teamAt(8).captain.api.ok('currentUser', {})).user.team).toMatchObject({ rank: 8 })
    expect(await teamAt(9).captain.api.ok('teamPoints', {})).toMatchObject({
      frozen_at: null,
      shown_points: 40,
    })
    expect((await teamAt(8).captain.api.ok('teamPoints', {})).frozen_at).not.toBeNull()
    expect(await uncovered()).toEqual([9, teamAt(8).id, 50])
    // Points for an uncovered team show at once, and do not cover it again.
    await give(teamAt(9), 15)
    expect((await rows()).get(teamAt(9).id)).toEqual({ points: 55, rank: 9 })
    const { reveal, frozen_at } = await ranking()
    expect(frozen_at).not.toBeNull()
    expect(reveal).toMatchObject({
      shown: { place: 10, team: { team_id: teamAt(8).id }, members: [teamAt(8).captain.nickname] },
    })
    expect(reveal?.covered.toSorted()).toEqual(
      [1, 2, 3, 4, 5, 6, 7, 12].map((team) => teamAt(team).id).toSorted(),
    )
  })

  test('rule 16: taps at the same time uncover only one place, and another organiser can continue', async () => {
    const other = await signInOrganiser(game)
    const seen = (await ranking()).reveal?.shown?.team.team_id
    const taps = await Promise.all(
      [organiser, other, organiser].map(({ api }) => api.ok('revealNext', { after: seen })),
    )
    expect(taps.map(({ place, team }) => [place, team.team_id])).toEqual(
      Array(3).fill([8, teamAt(7).id]),
    )
    const next = await other.api.ok('revealNext', { after: teamAt(7).id })
    expect([next.place, next.team.team_id]).toEqual([7, teamAt(6).id])
  })

  test('rules 15 and 16: skips hidden teams, uncovers tied teams one per call, and stays frozen until the reveal', async () => {
    await organiser.api.ok('hideTeam', { team_id: teamAt(5).id, reason: 'Uvreda' })
    expect((await ranking()).reveal?.covered.toSorted()).toEqual(
      [1, 2, 3, 4, 12].map((team) => teamAt(team).id).toSorted(),
    )
    await give(teamAt(4), 10)
    expect(await uncovered()).toEqual([4, teamAt(4).id, 100])
    await give(teamAt(3), 10)
    expect(await uncovered()).toEqual([3, teamAt(3).id, 110])
    await give(teamAt(2), 10)
    expect((await uncovered())[0]).toBe(2)
    expect((await ranking()).reveal?.shown?.equal).toEqual([])
    expect((await uncovered())[0]).toBe(2)
    // The projector shows both tied teams.
    const { shown } = (await ranking()).reveal ?? {}
    const onStage = [shown, ...(shown?.equal ?? [])].map((one) => [
      String(one?.team.team_id),
      one?.members.length,
    ])
    expect(Object.fromEntries(onStage)).toEqual(
      Object.fromEntries([1, 2].map((team) => [teamAt(team).id, 1])),
    )
    expect(await uncovered()).toEqual([1, teamAt(12).id, 1_000])
    expect(await uncovered()).toEqual([1, teamAt(12).id, 1_000])
    expect((await ranking()).frozen_at).not.toBeNull()
    await organiser.api.ok('reveal', {})
    expect(await ranking()).toMatchObject({ frozen_at: null, reveal: null })
    expect(await organiser.api.outcome('revealNext', {})).toBe('INVALID_INPUT')
    const { entries } = await organiser.api.ok('audit', {})
    expect(entries.filter(({ what }) => what === 'reveal_next')).toHaveLength(9)
  })

  test('rule 16: a new freeze covers all places again; with fewer than ten teams the last is uncovered first', async () => {
    for (const team of teams.slice(3))
      await organiser.api.ok('hideTeam', { team_id: team.id, reason: 'Kraj' })
    await organiser.api.ok('freeze', {})
    const before = await rows()
    await give(teamAt(3), 500)
    expect([await rows(), (await ranking()).reveal]).toEqual([before, null])
    expect((await uncovered(''))[0]).toBe(2)
    await organiser.api.ok('reveal', {})
  })
})
