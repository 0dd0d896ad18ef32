import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { parseAnswer } from '#contract/answer'
import { type CallInput, calls } from '#contract/calls'
import { EARLIEST_MS } from '#rules/kept-time'
import { openDatabase } from '#server/db/open'
import { readLedgerSum } from '#server/db/queries/ledger-id'
import { findScoreDifferences } from '#server/db/queries/scores'
import { startSession } from '#server/db/queries/sessions'
import { insertTeam } from '#server/db/queries/teams'
import { randomToken } from '#server/random'
import { startCommand } from '../support/command'
import { insertEvent } from '../support/event'
import { postCall } from '../support/http-call'
import { ownServerFolder, type ServerProcess, startServerProcess } from '../support/server-process'

type Given = CallInput<'awardMany'>['awards'][number]

const TEAMS = ['vukovi', 'zmajevi', 'sove']
const SENDERS = 6
const PER_BATCH = 10
/** Confirmed before the backup begins, so that it has something to copy. */
const BEFORE = 300

const folder = ownServerFolder()
const location = { engine: 'sqlite', file: folder.database } as const
const token = randomToken()
let server: ServerProcess

beforeAll(async () => {
  const db = await openDatabase(location)
  await insertEvent(db)
  await db.write({ on: 'accounts' }, (tx) => startSession(tx, { token, userId: 'iva', address: '', userAgent: '' }, Date.now()))
  await db.write({ on: 'roster' }, async (tx) => {
    for (const id of TEAMS)
      await insertTeam(tx, { team_id: id, team_name: id, name_key: id, captain_id: 'mia', created_at: EARLIEST_MS })
  })
  await db.close()
  server = await startServerProcess(folder)
})

/** Sends a batch as a device does. Returns its results. */
async function send(awards: Given[]) {
  const response = await postCall(server.url, 'awardMany', { awards }, { cookie: `session_token=${token}` })
  const answer = parseAnswer(calls.awardMany, await response.json())
  if (answer.status !== 'OK') throw new Error(`a batch was not answered: ${JSON.stringify(answer)}`)
  return answer.output.results
}

/** Booths that give awards until they are told to stop. */
function startBooths() {
  const confirmed: Given[] = []
  let isOver = false
  const senders = Array.from({ length: SENDERS }, async () => {
    while (!isOver) {
      const batch = Array.from({ length: PER_BATCH }, (_, n): Given => {
        return { team_id: TEAMS[n % TEAMS.length] ?? '', point_type: 'dolazak', award_id: randomUUID(), queued_ms: 0 }
      })
      const results = await send(batch)
      expect(results.map(({ status }) => status)).toEqual(batch.map(() => 'OK'))
      confirmed.push(...batch)
    }
  })
  return {
    confirmed,
    async stop() {
      isOver = true
      await Promise.all(senders)
    },
  }
}

/** Runs a command in a process of its own, beside the server. */
async function run(...args: string[]): Promise<Record<string, unknown>> {
  const env = { ...process.env, DATABASE_URL: `sqlite:${folder.database}` }
  const { stdout } = await startCommand(env, ...args, '--json').ended
  return JSON.parse(stdout) as Record<string, unknown>
}

async function readLedger() {
  const db = await openDatabase(location)
  const ids = await db.read.selectFrom('awards').select('award_id').execute()
  const [sum, differences] = [await readLedgerSum(db.read), await findScoreDifferences(db.read)]
  await db.close()
  return { ids: new Set(ids.map(({ award_id }) => award_id)), sum, differences }
}

test('fault 41: a backup beside a server under load holds all that was confirmed before it; after its restore devices send again, and each award counts once', async () => {
  const booths = startBooths()
  await expect.poll(() => booths.confirmed.length, { timeout: 20_000 }).toBeGreaterThan(BEFORE)
  const before = booths.confirmed.map(({ award_id }) => award_id)
  const file = join(folder.database, '..', 'event.backup')
  const { entries, voided, points } = await run('backup', file)
  const during = booths.confirmed.length
  await booths.stop()
  expect(during).toBeGreaterThan(before.length)
  await server.end('SIGTERM')

  expect(await run('restore', file, '--yes')).toMatchObject({ entries, voided, points })
  const restored = await readLedger()
  expect(restored.sum).toEqual({ entries, voided, points })
  expect(restored.differences).toEqual([])
  expect(before.filter((id) => !restored.ids.has(id ?? ''))).toEqual([])

  server = await startServerProcess(folder)
  const sent = booths.confirmed
  for (let from = 0; from < sent.length; from += PER_BATCH) {
    const batch = sent.slice(from, from + PER_BATCH)
    const duplicates = (await send(batch)).map((result) => result.status === 'OK' && result.duplicate)
    expect(duplicates).toEqual(batch.map(({ award_id }) => restored.ids.has(award_id ?? '')))
  }
  await server.end('SIGTERM')
  const after = await readLedger()
  expect(after.sum).toEqual({ entries: sent.length, voided: 0, points: sent.length })
  expect(after.differences).toEqual([])
}, 120_000)
