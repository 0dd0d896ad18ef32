import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseAnswer } from '#contract/answer'
import { type CallInput, calls } from '#contract/calls'
import { EARLIEST_MS } from '#rules/kept-time'
import { openDatabase } from '#server/db/open'
import { findScoreDifferences } from '#server/db/queries/score-differences'
import { startSession } from '#server/db/queries/sessions'
import { insertTeam } from '#server/db/queries/teams'
import { randomToken } from '#server/random'
import { createTestDatabase, type TestDatabase } from '../support/databases'
import { insertEvent } from '../support/event'
import { postCall } from '../support/http-call'
import { createServerFolder, type ServerProcess, startServerProcess } from '../support/server-process'

const TEAMS = ['vukovi', 'zmajevi', 'sove']
const SENDERS = 8
const BATCHES = 12
const PER_BATCH = 20

type Given = CallInput<'awardMany'>['awards'][number]

describe('two servers on one PostgreSQL', () => {
  const folder = createServerFolder()
  let database: TestDatabase
  beforeAll(async () => {
    database = await createTestDatabase('postgres')
  })
  afterAll(async () => {
    await database.drop()
    folder.remove()
  })

  test('fault 55: when one is killed in the middle of its batches nothing is lost or doubled, and the scores equal the ledger', async () => {
    if (database.location.engine !== 'postgres') throw new Error('not PostgreSQL')
    const token = randomToken()
    const db = await openDatabase(database.location)
    await insertEvent(db)
    await db.write({ on: 'accounts' }, (tx) => startSession(tx, { token, userId: 'iva', address: '', userAgent: '' }, Date.now()))
    await db.write({ on: 'roster' }, async (tx) => {
      for (const id of TEAMS)
        await insertTeam(tx, { team_id: id, team_name: id, name_key: id, captain_id: 'mia', created_at: EARLIEST_MS })
    })
    const { url } = database.location
    const servers = await Promise.all([startServerProcess(folder, url), startServerProcess(folder, url)])
    const [killed, other] = servers

    /** Sends a batch and returns the ids that its response calls recorded; none if there was no response. */
    async function send(server: ServerProcess, awards: Given[]): Promise<string[]> {
      try {
        const response = await postCall(server.url, 'awardMany', { awards }, { cookie: `session_token=${token}` })
        const answer = parseAnswer(calls.awardMany, await response.json())
        if (answer.status !== 'OK') return []
        return answer.output.results.flatMap((result) => (result.status === 'OK' ? [result.award_id] : []))
      } catch {
        return []
      }
    }

    let answered = 0
    const acknowledged: string[] = []
    const sent: string[] = []
    let unanswered = 0
    /** Sends awards without a response again, to the remaining server, as a device does. */
    async function deliver(awards: (Given & { award_id: string })[], first: ServerProcess): Promise<void> {
      const done = new Set(await send(first, awards))
      if (done.size === 0) unanswered++
      acknowledged.push(...done)
      // While batches of the other devices are in flight.
      if (++answered === 20) void killed.end('SIGKILL')
      const waiting = awards.filter((one) => !done.has(one.award_id))
      if (waiting.length > 0) await deliver(waiting, other)
    }

    async function device(number: number): Promise<void> {
      for (let index = 0; index < BATCHES; index++) {
        const awards = Array.from({ length: PER_BATCH }, (_, place) => {
          const team_id = TEAMS[(number + place) % TEAMS.length] ?? ''
          return { team_id, point_type: 'dolazak', award_id: randomUUID() }
        })
        sent.push(...awards.map((one) => one.award_id))
        await deliver(awards, number % 2 === 0 ? killed : other)
      }
    }

    await Promise.all(Array.from({ length: SENDERS }, (_, number) => device(number)))
    for (const server of servers) await server.end('SIGKILL')

    expect(unanswered).toBeGreaterThan(0)
    const rows = await db.read.selectFrom('awards').select(['award_id', 'points', 'team_id']).execute()
    expect(rows.map((row) => row.award_id).sort()).toEqual([...sent].sort())
    expect([...acknowledged].sort()).toEqual([...sent].sort())
    const scores = await db.read.selectFrom('team_scores').select('points').execute()
    expect(scores.reduce((sum, score) => sum + score.points, 0)).toBe(SENDERS * BATCHES * PER_BATCH)
    expect(await findScoreDifferences(db.read)).toEqual([])
    await db.close()
  })
})
