import { randomUUID } from 'node:crypto'
import type * as v from 'valibot'
import { beforeAll, expect, test } from 'vitest'
import { CALL_NAMES, type CallName, definitionOf } from '#contract/calls'
import { HIDDEN_TEAM } from '#texts/nouns'
import type { ApiClient } from '../support/api-client'
import { atTheBooth } from '../support/booth'
import { type Cast, insertCast, ROLES, type Role } from '../support/cast'
import { insertTag } from '../support/event'
import type { TestGame } from '../support/game-server'
import {
  foundTeam,
  organiserLink,
  signIn,
  signInOrganiser,
  signUp,
  type Team,
} from '../support/people'
import { onOneEngine, useOrganiser } from '../support/use-game'

interface Schema {
  readonly entries?: v.ObjectEntries
  readonly item?: Schema
  readonly wrapped?: Schema
}

/** True if a call's answer has a rank. */
function hasRank(schema: Schema): boolean {
  const parts: readonly [string, Schema][] = Object.entries(
    (schema.entries ?? {}) as Record<string, Schema>,
  )
  const inside = [...parts.map(([, part]) => part), schema.item, schema.wrapped].filter(
    (part) => part !== undefined,
  )
  return parts.some(([name]) => name === 'rank') || inside.some(hasRank)
}

/**
 * All but two: `revealNext` shows only places that everybody may see by then, and the first
 * organiser has no team.
 */
const WITH_RANK = CALL_NAMES.filter(
  (name) =>
    name !== 'revealNext' && name !== 'firstOrganiser' && hasRank(definitionOf(name).output),
)

/** An input for each of these calls; a call that is missing here fails. */
const INPUT_OF: Partial<
  Record<CallName, (cast: Cast, game: TestGame, role: Role) => object | Promise<object>>
> = {
  currentUser: () => ({}),
  signIn: (cast, game, role) =>
    organiserLink(game, role === 'visitor' ? cast.user.member : cast.user[role]),
  updateProfile: (cast, _game, role) => ({
    user_data: {
      first_name: 'Ana',
      last_name: 'Anić',
      nickname: role === 'visitor' ? 'nitko' : cast.user[role],
    },
  }),
  listTeams: () => ({}),
  ranking: () => ({ limit: 100 }),
  teamPoints: () => ({}),
  find: () => ({ query: '' }),
  organiserTeam: (cast) => ({ team_id: cast.team.theirs }),
}

interface Seen {
  /** Rank and points of each team in any answer. */
  readonly ranks: Record<string, number>
  readonly points: Record<string, number>
}

/** Collects an answer's facts about teams; `own` is the team of an answer that names none. */
function collect(value: unknown, own: string, seen: Seen): Seen {
  if (Array.isArray(value)) for (const one of value) collect(one, own, seen)
  else if (typeof value === 'object' && value !== null) {
    const { rank, points, team_id } = value as Record<string, unknown>
    const id = typeof team_id === 'string' ? team_id : own
    if (typeof rank === 'number') {
      seen.ranks[id] = rank
      if (typeof points === 'number') seen.points[id] = points
    }
    for (const one of Object.values(value)) collect(one, own, seen)
  }
  return seen
}

const adjust = (organiser: ApiClient, team_id: string, points: number) =>
  organiser.ok('adjustPoints', { team_id, points, reason: 'Finale', adjustment_id: randomUUID() })

onOneEngine('a frozen ranking', (game) => {
  let cast: Cast
  beforeAll(async () => {
    cast = await insertCast(game)
    await award('theirs')
  })

  const award = (team: 'ours' | 'theirs') =>
    cast.browser['staff of booth A'].ok('awardPoints', {
      team_id: cast.team[team],
      point_type: 'dolazak',
    })

  async function see(name: CallName, role: Role): Promise<Seen | string> {
    const input = await INPUT_OF[name]?.(cast, game, role)
    if (input === undefined)
      throw new Error(`${name} shows a rank, and this test does not know how to call it`)
    const { browser } = cast
    const code = await browser[role].outcome(name, input as never)
    if (code !== 'OK') return code
    const again = name === 'signIn' ? await INPUT_OF.signIn?.(cast, game, role) : input
    return collect(await browser[role].ok(name, again as never), ownTeam(role) ?? '-', {
      ranks: {},
      points: {},
    })
  }

  async function seeAll(): Promise<Record<string, Seen | string>> {
    const all: Record<string, Seen | string> = {}
    for (const name of WITH_RANK) {
      // Signing in would turn the visitor into somebody else.
      for (const role of ROLES)
        if (name !== 'signIn' || role !== 'visitor')
          all[`${name} as ${role}`] = await see(name, role)
    }
    return all
  }

  /** The team of a role. */
  const ownTeam = (role: string) => {
    if (role === 'member' || role === 'captain') return cast.team.ours
    return role === 'other captain' ? cast.team.theirs : null
  }

  /** The expected view of a role during the freeze, from its view before and everybody's after the reveal. */
  function expected(what: string, before: Seen, after: Seen): Seen {
    const [name = '', role = ''] = what.split(' as ')
    if (name === 'find' || name === 'organiserTeam') return after
    const own = ownTeam(role)
    // The public ranking is the same for everybody.
    const live =
      name !== 'ranking' && own !== null && own in after.points
        ? { [own]: after.points[own] as number }
        : {}
    return { ranks: before.ranks, points: { ...before.points, ...live } }
  }

  test('rule 16: every call, as every role, before, during and after the freeze', async () => {
    const before = await seeAll()
    await cast.browser.organiser.ok('freeze', {})
    // Each of the two has one point. Now theirs gets another, and ours a hundred.
    await award('theirs')
    await adjust(cast.browser.organiser, cast.team.ours, 100)
    const during = await seeAll()
    await cast.browser.organiser.ok('reveal', {})
    const after = await seeAll()
    let changed = 0
    for (const [what, shown] of Object.entries(before)) {
      const open = after[what]
      const isRefused = typeof shown === 'string' || typeof open !== 'object'
      expect([what, during[what]]).toEqual([what, isRefused ? shown : expected(what, shown, open)])
      if (JSON.stringify(shown) !== JSON.stringify(open)) changed++
    }
    // From the lists as every role, and from one's own team.
    expect(changed).toBeGreaterThan(20)
  })

  test('rule 16: the organiser gets the same ranking as a visitor, and finds the live one in the control room', async () => {
    const { organiser, visitor } = cast.browser
    await organiser.ok('freeze', {})
    await award('theirs')
    const pointsIn = (teams: readonly { team_id: string; points: number }[]) =>
      teams.find(({ team_id }) => team_id === cast.team.theirs)?.points ?? 0
    const frozen = await visitor.ok('ranking', {})
    expect(await organiser.ok('ranking', {})).toEqual(frozen)
    expect(pointsIn((await organiser.ok('listTeams', {})).teams)).toBe(pointsIn(frozen.teams))
    expect(pointsIn((await organiser.ok('find', { query: '' })).teams)).toBe(
      pointsIn(frozen.teams) + 1,
    )
    await organiser.ok('reveal', {})
  })

  test('rule 16: a frozen team reads since when its place stands, and how many points others see', async () => {
    const { organiser, member, 'staff of booth A': staff } = cast.browser
    const before = await member.ok('teamPoints', {})
    expect(before).toMatchObject({ frozen_at: null, shown_points: before.points })
    expect(await staff.ok('listTeams', {})).toMatchObject({ frozen_at: null })
    const { frozen_at } = await organiser.ok('freeze', {})
    await adjust(organiser, cast.team.ours, 40)
    expect(await member.ok('teamPoints', {})).toMatchObject({
      frozen_at,
      points: before.points + 40,
      shown_points: before.points,
      rank: before.rank,
    })
    for (const reader of [member, staff])
      expect(await reader.ok('listTeams', {})).toMatchObject({ frozen_at })
    await organiser.ok('reveal', {})
    expect(await member.ok('teamPoints', {})).toMatchObject({
      frozen_at: null,
      shown_points: before.points + 40,
    })
  })

  test('rule 16: points since the freeze are told as a sum that gives no team’s points away', async () => {
    const { organiser, visitor, member } = cast.browser
    const third = await foundTeam(game)
    await organiser.ok('freeze', {})
    const told = async () => [
      (await visitor.ok('ranking', {})).since_freeze,
      (await member.ok('teamPoints', {})).since_freeze,
    ]
    await adjust(organiser, cast.team.ours, 40)
    await adjust(organiser, cast.team.theirs, 300)
    expect(await told()).toEqual([null, null])
    await adjust(organiser, third.id, 45)
    expect(await told()).toEqual([385, 385])
    await organiser.ok('revealNext', {})
    expect(await told()).toEqual([null, null])
    await organiser.ok('reveal', {})
    expect(await told()).toEqual([null, null])
  })

  test('rule 16: while it is frozen the ranking has no latest awards, but the time of the freeze', async () => {
    const { organiser, visitor } = cast.browser
    const { frozen_at } = await organiser.ok('freeze', {})
    expect(frozen_at).toBe(new Date(game.clock.now()).toISOString())
    game.clock.advance(1_000)
    // Freezing again keeps the time of the first freeze.
    expect(await organiser.ok('freeze', {})).toEqual({ frozen_at })
    expect(await visitor.ok('ranking', {})).toMatchObject({ latest: [], frozen_at })
    await organiser.ok('reveal', {})
    const revealed = await visitor.ok('ranking', {})
    expect([revealed.latest.length > 0, revealed.frozen_at]).toEqual([true, null])
  })

  test('rule 16: a team founded in the freeze moves nobody, and a disbanded one leaves its place empty', async () => {
    const fresh = await insertCast(game)
    await cast.browser['staff of booth A'].ok('awardPoints', {
      team_id: fresh.team.theirs,
      point_type: 'dolazak',
      award_id: randomUUID(),
      queued_ms: 1_000,
    })
    const ranksBefore = new Map(
      (await cast.browser.visitor.ok('ranking', {})).teams.map((team) => [team.team_id, team.rank]),
    )
    await cast.browser.organiser.ok('freeze', {})
    const late = await insertCast(game)
    await adjust(cast.browser.organiser, late.team.theirs, 5_000)
    await fresh.browser.captain.ok('disbandTeam', { team_name: fresh.teamName.ours })
    const { teams } = await cast.browser.visitor.ok('ranking', {})
    const shown = new Map(teams.map((team) => [team.team_id, team]))
    expect(shown.get(late.team.theirs)?.points).toBe(0)
    expect(shown.has(fresh.team.ours)).toBe(false)
    for (const team of teams)
      if (ranksBefore.has(team.team_id)) expect(team.rank).toBe(ranksBefore.get(team.team_id))
    const mine = (await late.browser['other captain'].ok('currentUser', {})).user.team
    expect([mine?.points, (mine?.rank ?? 0) > 1]).toEqual([5_000, true])
    await cast.browser.organiser.ok('reveal', {})
    expect((await cast.browser.visitor.ok('ranking', {})).teams[0]?.team_id).toBe(late.team.theirs)
  })

  test('rules 15 and 16: a team hidden during the freeze counts for nobody’s rank', async () => {
    const { organiser, visitor } = cast.browser
    await organiser.ok('freeze', {})
    const ids = async () =>
      (await visitor.ok('ranking', {})).teams.map(({ team_id, rank }) => `${rank} ${team_id}`)
    const [first = '', second = ''] = (await visitor.ok('ranking', {})).teams.map(
      ({ team_id }) => team_id,
    )
    await organiser.ok('hideTeam', { team_id: first, reason: 'Uvreda' })
    expect((await ids())[0]).toBe(`1 ${second}`)
    await organiser.ok('showTeam', { team_id: first, reason: 'Novi naziv' })
    expect((await ids())[0]).toBe(`1 ${first}`)
    await organiser.ok('reveal', {})
  })
})

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

  test('rule 16: uncovers the tenth place and all below first, then one more place with each call', async () => {
    await organiser.api.ok('freeze', {})
    // The last team climbs to the first place, and moves all others by one.
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

  test('rule 16: a double tap and a second organiser uncover one place, and another organiser goes on', async () => {
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

  test('rules 15 and 16: skips hidden teams, shows equal ones a call each, and keeps first place for the reveal', async () => {
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
    // Both are shown on the projector.
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

  test('rule 16: a new freeze covers all again; with fewer than ten teams the reveal begins with the last', async () => {
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

const REASON = { reason: 'Uvredljiv naziv' }

onOneEngine('a hidden team', (game) => {
  test('rule 15: it is on no list, ranking or screen of others, and on its own members’ and the organiser’s', async () => {
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

  test('rule 15: its points count for nobody else’s rank, and it has a rank of its own', async () => {
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

  test('rule 15: an award that a booth gives it is recorded, and the booth does not read its name', async () => {
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
