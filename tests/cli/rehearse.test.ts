import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { type RehearseOptions, rehearse } from '#cli/rehearse'
import type { Database } from '#server/db/database'
import { openDatabase } from '#server/db/open'
import { readOdd } from '#server/db/queries/odd'
import { DEVICE_SALT } from '#server/db/queries/voucher-signers'
import { TABLE_NAMES } from '#server/db/tables'
import { withoutTriggers } from '#server/db/whole-tables'
import { Failure } from '#server/failure'
import { command, QUIET } from '../support/command'
import { createTestDatabase, type TestDatabase, urlOf } from '../support/databases'
import { engineUnderTest } from '../support/engine-under-test'
import { ownFolder } from '../support/folder'
import { callOver } from '../support/http-call'
import { ownServerFolder, type ServerProcess, startServerProcess } from '../support/server-process'
import { ANA, applyJson, EVENT } from './event-database'

/**
 * A score that no rehearsed team can reach: if a team happened to have this score, the wait until
 * the server shows the falsified one would end too early.
 */
const FALSE_POINTS = 7_777_777

/** The window of an event that is over, which the rehearsal must open and close again. */
const WINDOW = { starts_at: '2020-05-09T09:00:00.000Z', ends_at: '2020-05-09T19:00:00.000Z' }

describe('a rehearsal', () => {
  let database: TestDatabase
  let server: ServerProcess
  const folder = ownServerFolder()
  const path = ownFolder()
  beforeAll(async () => {
    database = await createTestDatabase(engineUnderTest())
    await withDb((db) => applyJson(db, { ...EVENT, settings: { ...EVENT.settings, ...WINDOW } }))
    server = await startServerProcess(folder, urlOf(database.location))
  })
  afterAll(async () => {
    await server.end('SIGTERM')
    await database.drop()
  })

  async function withDb<T>(work: (db: Database) => Promise<T>, of = database): Promise<T> {
    const db = await openDatabase(of.location)
    try {
      return await work(db)
    } finally {
      await db.close()
    }
  }

  /**
   * Returns the rows of every table as text, without the audit trail and the keys that a reset
   * renews.
   */
  async function everything(of = database): Promise<Record<string, string[]>> {
    return await withDb(async (db) => {
      const rows: Record<string, string[]> = {}
      for (const name of TABLE_NAMES.filter((table) => table !== 'audit')) {
        const read = await sql<Record<string, unknown>>`select * from ${sql.table(name)}`.execute(
          db.read,
        )
        rows[name] = read.rows
          // A reset renews these two keys, so that devices neither send the rehearsal's awards
          // again nor stay valid (fault 58).
          .filter(
            (row) => name !== 'server_keys' || (row.name !== 'ledger' && row.name !== DEVICE_SALT),
          )
          .map((row) => JSON.stringify(row))
          .sort()
      }
      return rows
    }, of)
  }

  const run = (own: Partial<RehearseOptions> = {}, { location } = database) => {
    vi.stubEnv('DATABASE_URL', urlOf(location))
    return rehearse({
      players: '30',
      booths: '3',
      minutes: '0.05',
      url: new URL(server.url),
      json: false,
      yes: true,
      output: QUIET,
      stopped: new AbortController().signal,
      ...own,
    })
  }

  /** Falsifies the rehearsal's ledger, scores and members, as a faulty server might. */
  async function falsify(run: string): Promise<void> {
    await withDb((db) =>
      db.write({ kind: 'event' }, async (writer) => {
        const entries = await writer
          .selectFrom('awards')
          .where('vendor_id', 'like', `rehearsal.${run}.%`)
          .selectAll()
          .execute()
        const [lost, changed] = entries
        if (lost === undefined || changed === undefined) throw new Error('nothing to falsify')
        await withoutTriggers(writer, async () => {
          await writer.deleteFrom('awards').where('award_id', '=', lost.award_id).execute()
          await writer
            .updateTable('awards')
            .set({ points: 1000 })
            .where('award_id', '=', changed.award_id)
            .execute()
          await writer
            .insertInto('awards')
            .values({ ...lost, award_id: '00000000-0000-4000-8000-000000000000' })
            .execute()
        })
        await writer
          .updateTable('team_scores')
          .set({ points: FALSE_POINTS })
          .where('team_id', '=', lost.team_id)
          .execute()
        await writer
          .deleteFrom('memberships')
          .where('user_id', 'like', `rehearsal.${run}.p2`)
          .execute()
      }),
    )
    // The server reads other processes' changes within a second.
    const shown = async () =>
      (await callOver(server.url, 'ranking', { limit: 100 }, ''))?.output?.teams
    await expect
      .poll(async () => (await shown())?.some(({ points }) => points === FALSE_POINTS))
      .toBe(true)
  }

  test('is a go only if the database holds what was sent, and a reset leaves no trace of it', async () => {
    const before = await everything()
    const printed: string[] = []
    const notes: string[] = []
    const output = {
      result: (text: string) => void printed.push(text),
      report: (text: string) => void notes.push(text),
    }
    const good = await run({ output })

    expect(good.differences).toEqual([])
    expect(await withDb(({ read }) => readOdd(read, 50))).toEqual([])
    const missed = good.criteria.filter(({ met }) => !met)
    // A busy machine may answer late.
    expect(missed.filter(({ measured }) => !measured.endsWith(' ms'))).toEqual([])
    expect(good.verdict).toBe(missed.length === 0 ? 'go' : 'no-go')
    expect(good.sent).toMatchObject({
      'booths that were offline': 3,
      'teams founded': 8,
      'requests accepted': 22,
    })
    expect(Object.entries(good.sent).filter(([, count]) => count === 0)).toEqual([])
    expect(notes.join('')).toContain("The event's window was closed")
    expect(notes.join('')).toMatch(/\d of 3 s: \d+ signed in, \d+ teams, \d+ awards/)
    const page = printed.join('')
    expect(page).toMatch(/^(NO-)?GO: rehearsal \w+, 30 players, 3 booths, 0\.05 min\n/)
    const titles = ['Criteria', 'Differences', 'Sent', 'In the ledger', 'Latencies']
    for (const what of [...titles, 'awardMany', "from a booth's tap"]) expect(page).toContain(what)

    const bad = await run({
      minutes: '0.02',
      players: '9',
      booths: '2',
      json: true,
      beforeCompare: falsify,
    })
    expect(bad.verdict).toBe('no-go')
    expect(bad.criteria.find(({ what }) => what.startsWith('Differences'))).toMatchObject({
      limit: 'none',
      met: false,
    })
    for (const found of [
      /^award in the ledger .*: expected .*, found none$/,
      /^award in the ledger .*: expected \d+ points .*, found 1000 points /,
      /^award in the ledger 00000000-0000-4000-8000-000000000000: expected none, found /,
      /^team in the database Proba .*: expected \d+ points, .*, found 7777777 points, /,
      /^team in the database Proba .*: expected .* with .*p2 .*, found .* with (?!.*p2 )/,
      /^team Proba .*: its entries add up to \d+ points, but its score is 7777777 points$/,
      /^card of team Proba .*: expected \d+ points, found 7777777 points$/,
    ]) {
      expect(bad.differences).toContainEqual(expect.stringMatching(found))
    }

    await server.end('SIGTERM')
    const during = await everything()
    expect(during.settings).toEqual(before.settings)
    expect(during.awards?.length).toBeGreaterThan(before.awards?.length ?? 0)
    const keep = ['--keep', 'tags,staff,settings', '--backup', path('before.backup'), '--yes']
    await command(database.location, 'reset', ...keep)
    const { settings, ...after } = await everything()
    // A reset stores its time in both rows. By `reset_at` the server tells that scans which phones
    // still store are older (fault 92).
    const own = settings?.filter((row) => !/"(reset|rehearsed)_at"/.test(row))
    expect({ ...after, settings: own }).toEqual(before)
    server = await startServerProcess(folder, urlOf(database.location))
  })

  test('stops early at Ctrl-C, compares the calls sent so far, and is a no-go', async () => {
    const stop = new AbortController()
    const output = {
      ...QUIET,
      report: (text: string) => void (text.includes('signed in') && stop.abort()),
    }
    const report = await run({
      minutes: '0.05',
      players: '4',
      booths: '1',
      output,
      stopped: stop.signal,
    })
    expect([report.verdict, report.differences]).toEqual(['no-go', []])
    expect(report.criteria.find(({ what }) => what === 'Played to the end')).toMatchObject({
      met: false,
    })
  })

  test('is refused without its server, and asks first if there are real players', async () => {
    const before = await everything()
    const nowhere = new URL('http://127.0.0.1:9')
    await expect(run({ url: nowhere })).rejects.toThrow(
      /^No server answers at http:\/\/127\.0\.0\.1:9;/,
    )
    await expect(run({ players: '0' })).rejects.toThrow(
      '--players takes a whole number up to 20000, not "0".',
    )
    await expect(run({ minutes: 'five' })).rejects.toThrow(
      '--minutes takes a number up to 240, not "five".',
    )
    const other = await createTestDatabase('sqlite')
    onTestFinished(other.drop)
    await expect(run({ players: '4', booths: '1' }, other)).rejects.toThrow(
      /it works on another database\. Nothing was played/,
    )
    expect((await everything(other)).users).toEqual([])
    expect(await callOver(server.url, 'register', { user_data: ANA })).toMatchObject({
      status: 'OK',
    })
    const asked: string[] = []
    const output = { result: () => undefined, report: (text: string) => void asked.push(text) }
    const declined = run({ yes: false, output: { ...output, answer: async () => 'n' } })
    await expect(declined).rejects.toEqual(new Failure('Nothing was changed.'))
    expect(asked.join('')).toContain(
      'This database has 1 player, 0 teams and 0 entries of the ledger that no rehearsal made.',
    )
    expect((await everything()).vendors).toEqual(before.vendors)
  })
})
