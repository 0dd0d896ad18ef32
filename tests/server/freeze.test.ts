import { randomUUID } from 'node:crypto'
import type * as v from 'valibot'
import { beforeAll, expect, test } from 'vitest'
import { CALL_NAMES, type CallName, definitionOf } from '#contract/calls'
import type { ApiClient } from '../support/api-client'
import { type Cast, insertCast, ROLES, type Role } from '../support/cast'
import type { TestGame } from '../support/game-server'
import { foundTeam, organiserLink } from '../support/people'
import { onOneEngine } from '../support/use-game'

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
 * The calls whose answer has a rank, except two: `revealNext` shows only places that everybody may
 * see once it answers, and the first organiser has no team.
 */
const WITH_RANK = CALL_NAMES.filter(
  (name) =>
    name !== 'revealNext' && name !== 'firstOrganiser' && hasRank(definitionOf(name).output),
)

/** An input for each of these calls; the test fails for a call that is missing here. */
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

/** Collects what an answer says about teams; `own` is the team of an answer that names no team. */
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
      // Leave out `signIn`, which would turn the visitor into somebody else.
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

  /** The view that a role should have during the freeze, given its views before and after it. */
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

  test('rule 16: in every call but the organiser’s own, a freeze hides live ranks, and new points from other teams', async () => {
    const before = await seeAll()
    await cast.browser.organiser.ok('freeze', {})
    // Each team has one point. Give one more to theirs, and a hundred to ours.
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
    // Many answers must differ, or the comparison would prove nothing.
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

  test('rule 16: a frozen team is told when its place was frozen, and how many points others see', async () => {
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

  test('rule 16: the points since the freeze are shown as a sum that reveals no single team’s points', async () => {
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

  test('rule 16: a frozen ranking shows no latest awards, but the time of the freeze', async () => {
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

  test('rule 16: a team founded during the freeze changes no rank, and a disbanded team leaves its place empty', async () => {
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
