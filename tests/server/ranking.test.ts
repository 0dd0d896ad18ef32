import { setImmediate as nextTurn } from 'node:timers/promises'
import type { KyselyPlugin } from 'kysely'
import { expect, test } from 'vitest'
import { emblemOf } from '#rules/emblem'
import { EARLIEST_MS } from '#rules/time-range'
import { createCommitSource } from '#server/db/commits'
import { disband } from '#server/db/queries/teams'
import { cachedByTeam } from '#server/readings/cached'
import { type PreparedOutput, versioned, withRow } from '#server/readings/prepared'
import { createStandings } from '#server/readings/ranking'
import { atTheBooth } from '../support/booth'
import { BOOTHS, insertTag, insertTeams, POINT_TYPES, setEvent } from '../support/event'
import {
  foundTeam,
  type Person,
  signIn,
  signInOrganiser,
  signUp,
  type Team,
} from '../support/people'
import { MINUTE, SECOND, times } from '../support/times'
import { onOneEngine } from '../support/use-game'

onOneEngine('the ranking', (game) => {
  async function give(team: Team, point_type: string, queued_ms = 0) {
    const { api } = await signIn(game, 'iva')
    return (await api.ok('awardPoints', { team_id: team.id, point_type, queued_ms })).award
  }

  /** Disbands all teams, so that the list holds only those of the test. */
  async function disbandAll() {
    await game.db.write({ kind: 'roster' }, async (db) => {
      for (const { team_id } of await db.selectFrom('team_scores').select('team_id').execute())
        await disband(db, team_id, EARLIEST_MS)
    })
  }

  const list = async () => (await (await signUp(game)).api.ok('listTeams', {})).teams
  const order = async () =>
    (await list()).map(({ team_name, rank, points }) => `${rank} ${team_name} ${points}`)

  test('rule 8: equal teams share a rank (1, 2, 2, 4), and each team’s own card shows the same rank', async () => {
    await disbandAll()
    const teams: Team[] = []
    for (const name of ['Alfa', 'Bravo', 'Cetus', 'Delta'])
      teams.push(await foundTeam(game, { name }))
    const [alfa, bravo, cetus, delta] = teams as [Team, Team, Team, Team]
    await give(delta, 'pobjeda')
    await give(alfa, 'kviz')
    game.clock.advance(MINUTE)
    await give(bravo, 'kviz')
    expect(await order()).toEqual(['1 Delta 25', '2 Alfa 5', '2 Bravo 5', '4 Cetus 0'])
    for (const team of teams) {
      const listed = (await list()).find((one) => one.team_id === team.id)
      expect(await team.captain.api.ok('teamPoints', {})).toMatchObject({
        rank: listed?.rank,
        points: listed?.points,
      })
      expect((await team.captain.api.ok('currentUser', {})).user.team).toMatchObject({
        rank: listed?.rank,
      })
    }
    const neighbours = async ({ captain }: Team) => {
      const { goal, behind } = await captain.api.ok('teamPoints', {})
      return { goal, behind }
    }
    expect(await neighbours(delta)).toEqual({
      goal: null,
      behind: { team_name: 'Alfa', points: 5 },
    })
    const second = { goal: { place: 1, missing: 20 }, behind: { team_name: 'Cetus', points: 0 } }
    expect(await neighbours(bravo)).toEqual(second)
    expect(await neighbours(cetus)).toEqual({ goal: null, behind: null })
    const organiser = await signInOrganiser(game)
    await organiser.api.ok('freeze', {})
    expect(await neighbours(bravo), 'in a freeze').toEqual({ goal: undefined, behind: undefined })
    await organiser.api.ok('reveal', {})
    expect(await neighbours(bravo)).toEqual(second)
  })

  test('voiding an award restores the team’s earlier rank, even among equal teams', async () => {
    await disbandAll()
    const [one, other] = [
      await foundTeam(game, { name: 'Jedni' }),
      await foundTeam(game, { name: 'Drugi' }),
    ]
    await give(one, 'dolazak', MINUTE)
    await give(other, 'dolazak')
    const extra = await give(one, 'pobjeda')
    expect((await order())[0]).toBe('1 Jedni 26')
    await (await signIn(game, 'iva')).api.ok('voidAward', { award_id: extra.award_id })
    expect(await order()).toEqual(['1 Jedni 1', '1 Drugi 1'])
  })
})

onOneEngine('the booths', (game) => {
  test('every signed-in user sees all booths with their point types, in the organiser’s order', async () => {
    const expected = Object.entries(BOOTHS).map(([vendor_id, { name, offers }]) => ({
      vendor_id,
      name,
      location: 'Hala A',
      description: 'Opis',
      point_types: offers.map((point_type) => ({ point_type, ...POINT_TYPES[point_type] })),
    }))
    for (const { api } of [await signUp(game), await signIn(game, 'mia')]) {
      expect((await api.ok('listVendors', {})).vendors).toEqual(expected)
    }
  })

  test('staff see their own booth’s awards, newest first, at most 200', async () => {
    const [{ id }, iva, mia] = [
      await foundTeam(game),
      await signIn(game, 'iva'),
      await signIn(game, 'mia'),
    ]
    await mia.api.ok('awardPoints', { team_id: id, point_type: 'pobjeda' })
    const ages = times(205, (index) => index * 1_000)
    await Promise.all(
      ages.map((queued_ms) =>
        iva.api.ok('awardPoints', { team_id: id, point_type: 'dolazak', queued_ms }),
      ),
    )
    const { awards } = await iva.api.ok('listAwards', {})
    expect(awards.map((award) => game.clock.now() - Date.parse(award.awarded_at))).toEqual(
      ages.slice(0, 200),
    )
    expect((await mia.api.ok('listAwards', {})).awards).toHaveLength(1)
  })
})

onOneEngine('the cooldown between awards', (game) => {
  const iso = (ms: number) => new Date(ms).toISOString()

  test('staff see every type of their booth in the booth’s order, with 0 if it is free', async () => {
    const { team, staff, award, give } = await atTheBooth(game)
    await (await signIn(game, 'mia')).api.ok('awardPoints', award({ point_type: 'kviz' }))
    await give({ queued_ms: 10 * MINUTE })
    const now = game.clock.now()
    const entry = { vendor_id: 'arkade', team_id: team.id }
    expect(await staff.api.ok('checkCooldown', { team_id: team.id })).toEqual({
      team: { team_id: team.id, team_name: team.name, emblem: emblemOf(team.id) },
      cooldowns: [
        {
          ...entry,
          point_type: 'pobjeda',
          remaining_seconds: 300,
          available_at: iso(now + 5 * MINUTE),
        },
        { ...entry, point_type: 'kviz', remaining_seconds: 0, available_at: iso(now) },
        { ...entry, point_type: 'dolazak', remaining_seconds: 0, available_at: iso(now) },
      ],
    })
  })

  test('a player sees the cooldowns of their own team at every booth', async () => {
    const { team, award, give } = await atTheBooth(game)
    await give({ queued_ms: 15 * MINUTE - SECOND })
    await (await signIn(game, 'mia')).api.ok('awardPoints', award())
    const remaining = async () =>
      (await team.captain.api.ok('checkCooldown', { team_id: team.id })).cooldowns.map((one) => [
        one.vendor_id,
        one.point_type,
        one.remaining_seconds,
      ])
    expect(await remaining()).toEqual([
      ['arkade', 'pobjeda', 1],
      ['kutak', 'pobjeda', 900],
    ])
    game.clock.advance(SECOND)
    expect(await remaining()).toEqual([['kutak', 'pobjeda', 899]])
  })

  test('rule 9: an award that a wrong server clock dated in the future starts no cooldown yet', async () => {
    const { team, staff, give, award } = await atTheBooth(game)
    const left = async ({ api }: Person) => {
      const { cooldowns } = await api.ok('checkCooldown', { team_id: team.id })
      return cooldowns.find(({ point_type }) => point_type === 'pobjeda')?.remaining_seconds ?? 0
    }
    game.clock.advance(60 * MINUTE)
    await give()
    game.clock.advance(-60 * MINUTE)
    game.clock.advance(50 * MINUTE)
    expect([await left(staff), await left(team.captain)]).toEqual([0, 0])
    expect(await staff.api.outcome('awardPoints', award())).toBe('OK')
    expect(await left(staff)).toBe(900)
  })
})

test('a caller’s own row is put into a long list without serialising all other rows again', () => {
  const list = versioned({ teams: times(1_000, (points) => ({ points })), total: 1_000 })
  const textOf = ({ head, parts }: PreparedOutput) =>
    JSON.parse(`{${head}${Buffer.concat([...parts]).toString()}`)
  expect(textOf(list.output)).toEqual({ version: list.version, ...list.fields })
  for (const index of [0, 255, 256, 999]) {
    const own = withRow(list, 'own', index, { points: -1 })
    expect(textOf(own.output)).toEqual({
      version: 'own',
      teams: list.fields.teams.with(index, { points: -1 }),
      total: 1_000,
    })
    expect(own.output.parts.filter((part) => !list.output.parts.includes(part))).toHaveLength(1)
  }
  expect(textOf(versioned({ teams: [] }).output).teams).toEqual([])
})

onOneEngine('the list of teams', (game) => {
  test('is not sent to a caller with its current version, and is sent again after a change of its content', async () => {
    const { team, staff, give } = await atTheBooth(game, { point_type: 'dolazak' })
    const { api } = team.captain
    const { version, unchanged } = await api.ok('listTeams', {})
    expect([typeof version, unchanged]).toEqual(['string', undefined])
    expect(await api.ok('listTeams', { version })).toEqual({
      frozen_at: null,
      teams: [],
      version,
      unchanged: true,
    })

    const { award_id } = await give()
    const next = await api.ok('listTeams', { version })
    expect(next.version).not.toBe(version)
    expect(next.teams).toContainEqual(expect.objectContaining({ team_id: team.id, points: 1 }))
    expect((await api.ok('listTeams', { version: 'nikad' })).teams).toEqual(next.teams)
    await staff.api.ok('voidAward', { award_id })
    expect((await api.ok('listTeams', { version })).unchanged).toBe(true)
  })

  test('shows tags only to staff, even if a player asks right after them or with their version', async () => {
    const nfc_id = await insertTag(game.db, { nfc_type: 'team' })
    const { captain, id } = await foundTeam(game, { nfc_id })
    const staff = await signIn(game, 'iva')
    const tagOf = (list: {
      teams: readonly { team_id: string; nfc_id?: string | null | undefined }[]
    }) => list.teams.find((one) => one.team_id === id)?.nfc_id
    for (let round = 0; round < 2; round++) {
      expect(tagOf(await captain.api.ok('listTeams', {}))).toBeUndefined()
      expect(tagOf(await staff.api.ok('listTeams', {}))).toBe(nfc_id)
    }
    const { version } = await staff.api.ok('listTeams', {})
    const forPlayer = await captain.api.post('listTeams', { version })
    expect(forPlayer.body).not.toContain(nfc_id)
    expect(forPlayer.json().unchanged).toBeUndefined()
  })
})

onOneEngine('the ranking', (game) => {
  test('is public: the first teams, the number of all, the latest awards, and no data for staff', async () => {
    const first = await foundTeam(game, { name: 'Čvorci "7"' })
    const { team: second, staff, give } = await atTheBooth(game)
    await give({ team_id: first.id })
    game.clock.advance(1_000)
    await give({ point_type: 'kviz' })

    const visitor = game.client()
    const ranking = await visitor.ok('ranking', {})
    expect(ranking).toMatchObject({
      teams: [
        { team_id: first.id, team_name: 'Čvorci "7"', points: 25, rank: 1, member_count: 1 },
        { team_id: second.id, points: 5, rank: 2 },
      ],
      total: 2,
      latest: [
        { team_name: second.name, vendor_name: 'Arkadna zona', label: 'Kviz', points: 5 },
        { team_name: 'Čvorci "7"', label: 'Pobjeda', points: 25 },
      ],
      frozen_at: null,
      starts_at: null,
      ends_at: null,
    })
    // Staff and players get exactly what a visitor gets.
    for (const { api } of [staff, second.captain])
      expect(await api.ok('ranking', {})).toEqual(ranking)
  })

  test('has the requested length, 50 teams by default and at most 100', async () => {
    const visitor = game.client()
    const total = (await visitor.ok('ranking', {})).total
    const one = await visitor.ok('ranking', { limit: 1 })
    expect([one.teams.length, one.total]).toEqual([1, total])
    expect((await visitor.ok('ranking', { limit: 100 })).teams).toHaveLength(total)
    const [own] = one.teams
    await insertTeams(
      game.db,
      times(51, (number) => `puno-${number}`),
    )
    const list = await visitor.ok('ranking', {})
    expect([list.teams.length, list.total, list.teams[0]]).toEqual([50, total + 51, own])
    for (const limit of ['0', '101', '1.5', '']) {
      const answer = await visitor.raw(
        { action: 'ranking' },
        new URLSearchParams({ limit }).toString(),
      )
      expect([limit, answer.json().code]).toEqual([limit, 'INVALID_INPUT'])
    }
  })

  test('has the ten latest awards that are not voided, by the time made', async () => {
    const { team, staff, award } = await atTheBooth(game, { point_type: 'dolazak' })
    game.clock.advance(60_000)
    const sent = times(12, (number) => award({ queued_ms: (12 - number) * 1_000 }))
    for (const one of [...sent].reverse()) await staff.api.ok('awardPoints', one)
    const latest = async () => (await game.client().ok('ranking', {})).latest
    const made = (await latest()).map((one) => one.awarded_at)
    expect(made).toHaveLength(10)
    expect(made).toEqual([...made].sort().reverse())
    expect(made[0]).toBe(new Date(game.clock.now() - 1_000).toISOString())
    await staff.api.ok('voidAward', { award_id: sent.at(-1)?.award_id ?? '' })
    expect((await latest())[0]?.awarded_at).toBe(new Date(game.clock.now() - 2_000).toISOString())
    await team.captain.api.ok('disbandTeam', { team_name: team.name })
    expect((await latest()).some((one) => one.team_name === team.name)).toBe(false)
  })

  test('is unchanged for a caller with its current version, until an award, a team or the event’s times change', async () => {
    const { give } = await atTheBooth(game, { point_type: 'dolazak' })
    const visitor = game.client()
    let version = (await visitor.ok('ranking', {})).version
    const isUnchanged = async () => {
      const answer = await visitor.ok('ranking', { version })
      expect(answer.unchanged === true).toBe(answer.version === version)
      expect(answer.teams.length === 0).toBe(answer.unchanged === true)
      version = answer.version
      return answer.unchanged === true
    }
    expect(await isUnchanged()).toBe(true)
    const starts = () => setEvent(game.db, { starts_at: game.clock.now() - 1_000 })
    for (const change of [give, () => foundTeam(game), starts]) {
      await change()
      expect([await isUnchanged(), await isUnchanged()]).toEqual([false, true])
    }
    expect((await visitor.ok('ranking', { version, limit: 1 })).unchanged).toBeUndefined()
  })
})

onOneEngine('the cached standings', (game) => {
  test('rule 7: a slow query never replaces a newer score by an older one', async () => {
    const [one, other] = [await foundTeam(game), await foundTeam(game)]
    const commits = createCommitSource(() => ({ check: () => undefined, end: () => undefined }))
    let anotherEnded: Promise<unknown> = Promise.resolve()
    // Hold back queries with an empty result until another reading has ended. Such a late result
    // must be ignored, or it would restore the scores from before.
    const emptyResultsLast: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        if (result.rows.length === 0) await anotherEnded
        return result
      },
    }
    const standings = createStandings({
      ...game.db,
      read: game.db.read.withPlugin(emptyResultsLast),
      commits,
    })
    await standings()
    const change = (teamId: string) => commits.publish({ on: 'ledger', teamIds: [teamId] })
    const scored = { points: 12, reached_at: Date.UTC(2020, 1) }
    await game.db.write({ kind: 'event' }, (db) =>
      db.updateTable('team_scores').set(scored).execute(),
    )

    change(one.id)
    const first = Promise.resolve(standings())
    const atItsEnd = first.then(() => standings())
    anotherEnded = atItsEnd
    change(other.id)
    const afterIt = standings()

    await Promise.all([first, atItsEnd, afterIt])
    const shown = (await standings()).byId
    expect([one, other].map(({ id }) => shown.get(id)?.points)).toEqual([12, 12])
  })
})

test('each turn of the event loop begins to read only one team, so that awards are not held up', async () => {
  let turn = 0
  const begunAt: number[] = []
  const read = cachedByTeam({ subscribe: () => () => undefined }, (teamId) => {
    begunAt.push(turn)
    return Promise.resolve(teamId)
  })
  const answers = Promise.all(['a', 'b', 'c'].map((teamId) => read(teamId)))
  while (begunAt.length < 3) {
    await nextTurn()
    turn++
  }
  expect(new Set(begunAt).size).toBe(3)
  expect(await answers).toEqual(['a', 'b', 'c'])
})
