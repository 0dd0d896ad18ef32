import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { CallInput, CallName, CallOutput } from '#contract/calls'
import type { Database } from '#server/db/database'
import { openDatabase } from '#server/db/open'
import { findScoreDifferences } from '#server/db/queries/scores'
import { currentPace } from '../../scripts/machine'
import { startSessions } from '../support/cast'
import { insertEvent, insertTeams, STAFF, userRow } from '../support/event'
import { callOver } from '../support/http-call'
import { createPostgresDatabase, type OwnDatabase } from '../support/postgres-database'
import { ownServerFolder, type ServerProcess, startServerProcess } from '../support/server-process'
import { times } from '../support/times'

/** How often a server is killed. Set `TWO_SERVERS_KILLS=200` to search longer. */
const KILLS = Number(process.env.TWO_SERVERS_KILLS ?? 1)
const PER_BATCH = 20
const AWARDS_BETWEEN_KILLS = 20 * PER_BATCH
/** The number of groups that found and disband teams at the same time. */
const GROUP_COUNT = 5
const ROUNDS_PER_GROUP = 4
const GROUPS = times(GROUP_COUNT, (group) => ({
  captain: `kapetan-${group}`,
  mates: times(ROUNDS_PER_GROUP, (index) => `suigrac${index}-${group}`),
}))
const PLAYERS = GROUPS.flatMap(({ captain, mates }) => [captain, ...mates])
const TEAMS = ['vukovi', 'risovi', 'medvjedi']
/** How often a reverse proxy asks servers whether they are ready (ms). */
const CHECK_MS = 50

const folder = ownServerFolder()
let sessions: ReadonlyMap<string, string>
let database: OwnDatabase
let db: Database
let first: ServerProcess
let second: ServerProcess
/** The servers behind the common address. */
let servers: readonly ServerProcess[] = []
let ready: readonly ServerProcess[] = []
let checking: NodeJS.Timeout

async function start(): Promise<ServerProcess> {
  return await startServerProcess(folder, database.url, { DRAIN_SECONDS: '1' })
}

async function fillDatabase(): Promise<void> {
  await insertEvent(db)
  await db.write({ kind: 'accounts' }, async (tx) => {
    const players = PLAYERS.map((user_id, index) =>
      userRow(user_id, { mobile: `+38591${3_000_000 + index}` }),
    )
    await tx.insertInto('users').values(players).execute()
    sessions = await startSessions(tx, [...Object.keys(STAFF), ...PLAYERS], Date.now())
  })
  await insertTeams(db, TEAMS)
}

beforeAll(async () => {
  database = await createPostgresDatabase(inject('postgresUrl'))
  db = await openDatabase({ engine: 'postgres', url: database.url })
  await fillDatabase()
  ;[first, second] = await Promise.all([start(), start()])
  servers = ready = [first, second]
  checking = setInterval(() => void checkReadiness(), CHECK_MS)
})
afterAll(async () => {
  clearInterval(checking)
  await Promise.all([first.end('SIGKILL'), second.end('SIGKILL')])
  await db.close()
  await database.drop()
})

const sessionOf = (name: string) => `session_token=${sessions.get(name)}`

async function checkReadiness(): Promise<void> {
  const asked = servers.map(async (server) =>
    (await fetch(`${server.url}/ready`).catch(() => null))?.ok ? [server] : [],
  )
  ready = (await Promise.all(asked)).flat()
}

let turn = 0
/**
 * Makes a call like a reverse proxy would: the ready servers take turns. Resolves to null if no
 * answer came back.
 */
function call<N extends CallName>(who: string, name: N, input: CallInput<N>) {
  return callOver((ready[turn++ % ready.length] ?? first).url, name, input, sessionOf(who))
}

/**
 * Starts booths that send one batch after the other, and repeat each until it is answered, as
 * outboxes do.
 */
function startBooths(givers: readonly string[]) {
  const acknowledged: string[] = []
  const waiting: { count: number; resolve: () => void }[] = []
  let unanswered = 0
  let isOver = false

  async function give(awards: CallInput<'awardMany'>['awards'], giver: string): Promise<void> {
    const answer = await call(giver, 'awardMany', { awards })
    if (answer === null) {
      unanswered++
      return await give(awards, giver)
    }
    const results = answer.output?.results ?? []
    if (results.filter(({ status }) => status === 'OK').length !== awards.length)
      throw new Error(JSON.stringify(answer))
  }

  async function giveBatch(giver: string, number: number): Promise<void> {
    const awards = times(PER_BATCH, (place) => {
      return {
        team_id: TEAMS[(number + place) % TEAMS.length] ?? '',
        point_type: 'dolazak',
        award_id: randomUUID(),
      }
    })
    await give(awards, giver)
    acknowledged.push(...awards.map(({ award_id }) => award_id))
    for (const one of waiting) if (acknowledged.length >= one.count) one.resolve()
    // Send some acknowledged awards again, to either server: this must change nothing.
    if (number % 5 === 0) await call(giver, 'awardMany', { awards })
  }

  const running = givers.map(async (giver, index) => {
    for (let number = index; !isOver; number++) await giveBatch(giver, number)
  })
  const failed = Promise.all(running)
  return {
    acknowledged,
    /** The number of attempts without an answer. */
    unanswered: () => unanswered,
    /** Resolves after `count` more awards. */
    async untilAwarded(count: number) {
      const reached = new Promise<void>((resolve) =>
        waiting.push({ count: acknowledged.length + count, resolve }),
      )
      await Promise.race([reached, failed])
    },
    async end() {
      isOver = true
      await failed
    },
  }
}

async function expectLedger(acknowledged: readonly string[]): Promise<void> {
  const rows = await db.read
    .selectFrom('awards')
    .select(['award_id', 'points'])
    .where('point_type', '=', 'dolazak')
    .execute()
  const recorded = new Set(rows.map(({ award_id }) => award_id))
  expect(acknowledged.filter((award_id) => !recorded.has(award_id))).toEqual([])
  expect(rows.length).toBe(acknowledged.length)
  expect(await findScoreDifferences(db.read)).toEqual([])
}

const BOOTHS = [...Array<string>(4).fill('iva'), ...Array<string>(4).fill('luka')]

describe('two servers on one PostgreSQL behind one address', () => {
  const acknowledged: string[] = []

  test('fault 55: if a server is killed repeatedly during batches, no award is lost or counts twice', {
    timeout: (60_000 + KILLS * 20_000) * currentPace().patience,
  }, async () => {
    const booths = startBooths(BOOTHS)
    for (let kill = 0; kill < KILLS; kill++) {
      await booths.untilAwarded(AWARDS_BETWEEN_KILLS)
      await second.end('SIGKILL')
      await booths.untilAwarded(AWARDS_BETWEEN_KILLS)
      second = await start()
      servers = [first, second]
    }
    await booths.untilAwarded(AWARDS_BETWEEN_KILLS)
    await booths.end()
    expect(booths.unanswered()).toBeGreaterThan(0)
    acknowledged.push(...booths.acknowledged)
    await expectLedger(acknowledged)
    for (const server of [first, second]) {
      expect(await callOver(server.url, 'currentUser', {}, sessionOf('iva'))).toMatchObject({
        status: 'OK',
      })
    }
  })

  test('a server can be replaced under load, and every call is answered', async () => {
    const booths = startBooths(BOOTHS)
    const [old, next] = [first, await start()]
    servers = [old, second, next]
    await booths.untilAwarded(10 * PER_BATCH)
    expect(await old.end('SIGTERM')).toBe(0)
    first = next
    servers = [first, second]
    await booths.untilAwarded(10 * PER_BATCH)
    await booths.end()
    expect(booths.unanswered()).toBe(0)
    acknowledged.push(...booths.acknowledged)
    await expectLedger(acknowledged)
  })

  async function ok<N extends CallName>(
    who: string,
    name: N,
    input: CallInput<N>,
  ): Promise<CallOutput<N>> {
    const answer = await call(who, name, input)
    if (answer?.output === undefined)
      throw new Error(`${name} of ${who}: ${JSON.stringify(answer)}`)
    return answer.output
  }

  /** Expects each change to be visible in the next readings, which the servers answer in turn. */
  async function playRound(captain: string, mate: string): Promise<void> {
    const team_name = `Tim ${randomUUID().slice(0, 8)}`
    const userOf = async (who: string) => (await ok(who, 'currentUser', {})).user
    const { team_id } = await ok(captain, 'createTeam', { team_name })
    expect((await userOf(captain)).team).toMatchObject({ team_name })
    await ok(mate, 'joinTeam', { team_id })
    expect((await userOf(mate)).pending_team).toMatchObject({ team_id })
    await ok(captain, 'acceptInvite', { player_id: mate })
    expect((await ok(captain, 'listMembers', { team_id })).members).toHaveLength(2)
    expect((await userOf(mate)).team).toMatchObject({ member_count: 2 })
    await ok('iva', 'awardPoints', { team_id, point_type: 'dolazak', award_id: randomUUID() })
    expect((await ok('iva', 'listAwards', {})).awards.map((award) => award.team_id)).toContain(
      team_id,
    )
    expect(await ok(mate, 'teamPoints', {})).toMatchObject({ points: 1, awards: [{}] })
    await ok(captain, 'disbandTeam', { team_name })
    expect((await userOf(captain)).team).toBeNull()
    expect((await ok(mate, 'listTeams', {})).teams.map((team) => team.team_id)).not.toContain(
      team_id,
    )
  }

  test('fault 61: neither server answers with old data in rounds of founding, joining, accepting, awarding and disbanding', () =>
    Promise.all(
      GROUPS.map(async ({ captain, mates }) => {
        for (const mate of mates) await playRound(captain, mate)
      }),
    ))
})
