import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import { TOPICS, type Topic } from '#contract/topics'
import { endAllSessions } from '#server/db/queries/sessions'
import { ENGINES } from '../support/databases'
import { startGame } from '../support/game-server'
import { addressOf, type OpenStream, openStream, requestLive } from '../support/live'
import { foundTeam, signInAgain, signInStaff, signUp } from '../support/people'
import { besideAnother, onOneEngine, useGame } from '../support/use-game'

const open: OpenStream[] = []
afterEach(() => {
  for (const stream of open.splice(0)) stream.close()
})

/** A little less than the interval of the ranking's news: timers are not exact. */
const LEAST_GAP_MS = 900

const rankings = (stream: OpenStream) => stream.events.filter(({ data }) => data.of?.includes('ranking') === true)

const hears = (stream: OpenStream, topics: readonly Topic[]) =>
  expect.poll(() => stream.events.flatMap(({ data }) => data.of ?? [])).toEqual(expect.arrayContaining([...topics]))

onOneEngine('the live stream', (game, engine) => {
  const stand = async (...given: Parameters<typeof openStream> extends [unknown, ...infer Rest] ? Rest : never) => {
    const stream = await openStream(game(), ...given)
    open.push(stream)
    return stream
  }

  test('greets with the protocol and the server’s time, and says when to come back', async () => {
    const { api } = await signUp(game())
    const stream = await stand(api)
    expect(stream.events[0]).toMatchObject({
      event: 'hello',
      data: { protocol: 1, server_time: new Date(game().clock.now()).toISOString() },
    })
    expect(stream.text()).toMatch(/^retry: \d{4}\nevent: hello\n/)
  })

  test('answers 204 without a session, but anybody may hear of the public ranking', async () => {
    expect((await requestLive(game())).status).toBe(204)
    const stranger = await signUp(game())
    await stranger.api.ok('signOut', { id: stranger.id, mtp: 'logout' })
    expect((await requestLive(game(), { api: stranger.api })).status).toBe(204)
    const response = await requestLive(game(), { query: { screen: 'ranking' } })
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/event-stream'])
    await response.body?.cancel()
  })

  test('refuses a request without a fingerprint, from another site, or by another method', async () => {
    const { api } = await signUp(game())
    const code = async (response: Response) => [response.status, ((await response.json()) as { code: string }).code]
    expect(await code(await requestLive(game(), { api, query: { fingerprint: 'x' } }))).toEqual([400, 'MALFORMED'])
    const foreign = { origin: 'https://drugdje.example' }
    expect(await code(await requestLive(game(), { api, headers: foreign }))).toEqual([403, 'FORBIDDEN_ORIGIN'])
    const posted = await fetch(`${await addressOf(game())}/api/live`, { method: 'POST' })
    expect([...(await code(posted)), posted.headers.get('allow')]).toEqual([405, 'METHOD_NOT_ALLOWED', 'GET'])
  })

  test('an award is told to its team, its booth and the ranking, and to nobody else', async () => {
    const [team, other] = [await foundTeam(game(), { size: 2 }), await foundTeam(game())]
    const [member] = team.members
    const [iva, mia] = [await signInStaff(game(), 'iva'), await signInStaff(game(), 'mia')]
    const cards = [await stand(team.captain.api), await stand(member?.api)]
    const [booth, elsewhere] = [await stand(iva.api), await stand(mia.api)]
    const [stranger, hall] = [await stand(other.captain.api), await stand(undefined, { screen: 'ranking' })]
    await iva.api.ok('awardPoints', { team_id: team.id, point_type: 'dolazak' })
    for (const card of cards) await hears(card, ['user', 'team', 'ranking'])
    await hears(booth, ['booth', 'ranking'])
    for (const one of [elsewhere, stranger, hall]) {
      await hears(one, ['ranking'])
      expect(one.heard()).toEqual(['ranking'])
    }
    expect(booth.heard()).toEqual(['booth', 'ranking'])
    for (const card of cards) expect(card.heard()).toEqual(['ranking', 'team', 'user'])
  })

  test('a captain who leaves is told, and hears no more of the team; the new one hears of requests', async () => {
    const team = await foundTeam(game(), { size: 2 })
    const [iva, asking] = [await signInStaff(game(), 'iva'), await signUp(game())]
    const [leaving, heir, hall] = [
      await stand(team.captain.api),
      await stand(team.members[0]?.api),
      await stand(undefined, { screen: 'ranking' }),
    ]
    await team.captain.api.ok('removePlayer', { player_id: team.captain.id })
    for (const one of [leaving, heir]) await hears(one, ['user', 'team', 'ranking'])
    for (const one of [leaving, heir]) one.heard()
    const before = rankings(hall).length
    await asking.api.ok('joinTeam', { team_id: team.id })
    await expect.poll(() => heir.heard()).toContain('invites')
    await iva.api.ok('awardPoints', { team_id: team.id, point_type: 'dolazak' })
    // Told later than to the team's members, or at the same time.
    await expect.poll(() => rankings(hall).length).toBeGreaterThan(before)
    expect(leaving.heard().filter((topic) => topic !== 'ranking')).toEqual([])
  })

  test('the ranking is told at most once a second, and its last change is told', async () => {
    const team = await foundTeam(game())
    const { api } = await signInStaff(game(), 'iva')
    const hall = await stand(undefined, { screen: 'ranking' })
    for (let given = 0; given < 10; given++) await api.ok('awardPoints', { team_id: team.id, point_type: 'dolazak' })
    const lastGivenAt = performance.now()
    await expect.poll(() => rankings(hall).at(-1)?.at ?? 0).toBeGreaterThan(lastGivenAt - LEAST_GAP_MS)
    await api.ok('awardPoints', { team_id: team.id, point_type: 'dolazak' })
    const before = rankings(hall).length
    await expect.poll(() => rankings(hall).length).toBeGreaterThan(before)
    const times = rankings(hall).map(({ at }) => at)
    expect(times.length).toBeGreaterThan(1)
    for (const [index, at] of times.entries()) if (index > 0) expect(at - (times[index - 1] ?? 0)).toBeGreaterThan(LEAST_GAP_MS)
  })

  test('a team hears of its points at once, also while the ranking waits for its turn', async () => {
    const team = await foundTeam(game())
    const { api } = await signInStaff(game(), 'iva')
    const card = await stand(team.captain.api)
    const heard = () => card.events.filter(({ data }) => data.of?.includes('team') === true).length
    // The first is told with the ranking, which then waits; each of the others comes before its turn.
    for (let given = 0; given < 4; given++) {
      const before = heard()
      const at = performance.now()
      await api.ok('awardPoints', { team_id: team.id, point_type: 'dolazak' })
      await expect.poll(heard).toBeGreaterThan(before)
      expect(performance.now() - at).toBeLessThan(LEAST_GAP_MS / 2)
    }
  })

  test('a stream ends with its session, by sign-out here and by “sign out elsewhere” on another device', async () => {
    const player = await signUp(game())
    const other = await signInAgain(game(), player.id)
    const [first, second] = [await stand(player.api), await stand(other.api)]
    await other.api.ok('endOtherSessions', {})
    await expect.poll(first.ended).toBe(true)
    expect(second.ended()).toBe(false)
    await other.api.ok('signOut', { id: player.id, mtp: 'logout' })
    await expect.poll(second.ended).toBe(true)
  })

  test('an account that opens 95 streams at once keeps the eight that came last', async () => {
    const { api } = await signUp(game())
    const streams = await Promise.all(Array.from({ length: 95 }, () => stand(api)))
    const standing = () => streams.filter((stream) => !stream.ended())
    await expect.poll(() => standing().length).toBe(8)
    await api.ok('createTeam', { team_name: 'Tim Osam' })
    for (const stream of standing()) await hears(stream, ['user'])
  })

  test('says bye before the server stops, and does not keep it from stopping', async () => {
    const stopping = await startGame(engine)
    const stream = await openStream(stopping, (await signUp(stopping)).api)
    await stopping.close()
    await expect.poll(stream.ended).toBe(true)
    expect(stream.events.at(-1)).toMatchObject({ event: 'bye', data: {} })
  })
})

test.each(ENGINES)('changes by another process are told on %s', (engine) =>
  besideAnother(engine, async (game, elsewhere) => {
    const team = await foundTeam(game)
    const stream = await openStream(game, team.captain.api)
    await elsewhere.write({ on: 'event' }, (db) => db.updateTable('vendors').set({ name: 'Nova zona' }).execute())
    await hears(stream, ['event', 'ranking'])
    await elsewhere.write({ on: 'accounts' }, (db) => endAllSessions(db, team.captain.id, game.clock.now()))
    await expect.poll(stream.ended).toBe(true)
  }),
)

/** How long a stream stays silent to count as told of everything (ms): longer than a server gathers changes, and the ranking's. */
const SILENCE_MS = 1_200

describe('two servers on one PostgreSQL', () => {
  const game = useGame('postgres', { servers: 2 })

  const untilSilent = (stream: OpenStream) =>
    expect.poll(() => performance.now() - (stream.events.at(-1)?.at ?? 0)).toBeGreaterThan(SILENCE_MS)

  /** Waits until the second server hears the first, and everything before has been told. */
  async function settle(stream: OpenStream): Promise<void> {
    const from = stream.events.length
    const poke = async () => {
      await game().db.write({ on: 'event' }, async (_db, tell) => tell({ of: ['event'], to: 'players' }))
      return stream.events.slice(from).some(({ data }) => data.of?.includes('event') === true)
    }
    await expect.poll(poke, { interval: 300 }).toBe(true)
    await untilSilent(stream)
    stream.heard()
  }

  test('a server that lost its connection for news misses nothing: once it listens again, everybody hears everything once', async () => {
    const team = await foundTeam(game())
    const { api } = await signInStaff(game(), 'iva')
    const card = await openStream(game(), team.captain.api, { server: 1 })
    await settle(card)
    const from = card.events.length
    const { rows } = await sql<{ pid: number }>`
      select pg_terminate_backend(pid) as ended, pid from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and query like any (array['%changes_made%', '%pg_locks%'])
    `.execute(game().db.read)
    expect(rows.length).toBeGreaterThan(0)
    await api.ok('awardPoints', { team_id: team.id, point_type: 'dolazak' })
    await expect.poll(() => card.heard()).toEqual([...TOPICS].sort())
    await untilSilent(card)
    const all = card.events
      .slice(from)
      .filter(({ data }) => TOPICS.every((topic) => topic === 'ranking' || data.of?.includes(topic)))
    expect(all).toHaveLength(1)
  })
})
