import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { emblemOf } from '#rules/emblem'
import { migrate } from '#server/db/migrate'
import { openDatabase } from '#server/db/open'
import { readLedgerSum } from '#server/db/queries/ledger-sum'
import { findScoreDifferences } from '#server/db/queries/score-differences'
import { Failure } from '#server/failure'
import { randomToken } from '#server/random'
import type { ApiClient } from '../support/api-client'
import { command } from '../support/command'
import { connect } from '../support/connect'
import { createTestDatabase, ENGINES, type Engine, type TestDatabase, urlOf } from '../support/databases'
import { startGame, type TestGame } from '../support/game-server'
import { type FirstDay, openFirstRelease } from './first-release/first-release'

const MINUTE = 60_000
/** That release knew no emblems. */
const withEmblem = <T extends { team_id: string }>(team: T) => ({ ...team, emblem: emblemOf(team.team_id) })
const OTHER: Record<Engine, Engine> = { sqlite: 'postgres', postgres: 'sqlite' }

/** The ledger's sum by the tables of the first release. */
async function readFirstSum({ location }: TestDatabase) {
  const db = connect(location)
  const sum = await db
    .selectFrom('awards')
    .leftJoin('voids', 'voids.award_id', 'awards.award_id')
    .select(({ fn, eb }) => [
      fn.countAll().as('entries'),
      fn.count('voids.award_id').as('voided'),
      fn.sum(eb.case().when('voids.award_id', 'is', null).then(eb.ref('points')).else(0).end()).as('points'),
    ])
    .executeTakeFirstOrThrow()
  await db.destroy()
  return sum
}

describe.each(ENGINES)('a database of the first release on %s', (engine) => {
  let game: TestGame
  let day: FirstDay
  let firstSum: Awaited<ReturnType<typeof readFirstSum>>

  async function serve(database: TestDatabase): Promise<TestGame> {
    const started = await startGame(database.location.engine, { database })
    started.clock.advance(day.endedAt + MINUTE - started.clock.now())
    return started
  }
  /** The browser in which somebody has been signed in since the first release. */
  function browserOf(name: string, on = game): ApiClient {
    const browser = on.client()
    browser.cookie = day.people[name]?.session ?? null
    return browser
  }
  async function expectSentAgain(on = game): Promise<void> {
    for (const staff of ['iva', 'marko'] as const) {
      const own = day.confirmed.filter((one) => one.staff === staff)
      const { results } = await browserOf(staff, on).ok('awardMany', { awards: own.map(({ input }) => input) })
      const recorded = own.map(({ input, award }) => {
        const now = day.boothAwards[staff].find(({ award_id }) => award_id === award.award_id)
        return { award_id: input.award_id, status: 'OK', duplicate: true, award: now ?? award }
      })
      expect(results).toEqual(recorded)
    }
    expect(await readLedgerSum(on.db.read)).toEqual(firstSum)
  }

  beforeAll(async () => {
    const first = await openFirstRelease(engine)
    day = first.day
    firstSum = await readFirstSum(first.database)
    game = await serve(first.database)
  })
  afterAll(() => game.close())

  test('keeps the ledger, its sum and every score', async () => {
    expect(firstSum).toEqual({ entries: 10, voided: 1, points: 123 })
    expect(await readLedgerSum(game.db.read)).toEqual(firstSum)
    expect(await findScoreDifferences(game.db.read)).toEqual([])
  })

  test('shows the same teams, points and ranks, also of names that look alike now', async () => {
    expect((await browserOf('iva').ok('listTeams', {})).teams).toEqual(day.teams.map(withEmblem))
    expect(day.teams.map(({ team_name, points, rank }) => [team_name, points, rank])).toEqual([
      ['Vukovi', 58, 1],
      ['COBA', 32, 2],
      ['СОВА', 32, 2],
    ])
    const founder = browserOf('ema')
    expect(await founder.outcome('createTeam', { team_name: 'coba' })).toBe('TEAM_NAME_TAKEN')
  })

  test('keeps everybody signed in, with their team, history and requests', async () => {
    for (const [name, { user, points }] of Object.entries(day.people)) {
      const browser = browserOf(name)
      expect((await browser.ok('currentUser', {})).user).toEqual({
        ...{ ...user, organiser: false },
        ...{ team: user.team && withEmblem(user.team), pending_team: user.pending_team && withEmblem(user.pending_team) },
      })
      if (points !== null) expect(await browser.ok('teamPoints', {})).toMatchObject(points)
    }
    expect((await browserOf('ana').ok('listInvites', {})).invites).toEqual(day.invites)
  })

  test('keeps booths, what they gave and the tags', async () => {
    expect((await browserOf('ana').ok('listVendors', {})).vendors).toEqual(day.booths)
    expect((await browserOf('iva').ok('listTags', {})).tags).toEqual(day.tags)
    for (const staff of ['iva', 'marko'] as const) {
      expect((await browserOf(staff).ok('listAwards', {})).awards).toEqual(day.boothAwards[staff])
    }
    const scanned = await browserOf('ana').ok('scan', { nfc_id: 'tim-0001' })
    expect(scanned.nfc.team?.team_name).toBe('Vukovi')
    const bonus = await browserOf('ana').ok('scan', { nfc_id: 'zmaj-7k2p9x4mq8' })
    expect(bonus.nfc.already_collected).toBe(true)
  })

  test('links that were sent still sign in, and nobody else', async () => {
    const { id } = day.links.sms
    expect(await game.client().outcome('signIn', { id, mtp: randomToken() })).toBe('INVALID_CODE')
    expect((await game.client().ok('signIn', day.links.sms)).user.nickname).toBe('hana')
    expect((await game.client().ok('signIn', day.links.organiser)).user.nickname).toBe('gita')
  })

  test('fault 36: awards sent again after the migration are duplicates, those refused stay refused', async () => {
    await expectSentAgain()
    const codes = day.refused.map(async ({ staff, input }) => await browserOf(staff).outcome('awardPoints', input))
    expect(await Promise.all(codes)).toEqual(day.refused.map(({ code }) => code))
    expect(day.refused.map(({ code }) => code)).toEqual(['COOLDOWN', 'AWARD_TOO_OLD', 'TEAM_NOT_FOUND'])
    expect(await readLedgerSum(game.db.read)).toEqual(firstSum)
  })

  test('fault 45: moves to the other engine in one step with the migration', async () => {
    const { database } = await openFirstRelease(engine)
    const target = await createTestDatabase(OTHER[engine], { empty: true })
    await command(database.location, 'move', '--to', urlOf(target.location))
    await database.drop()
    const moved = await serve(target)
    await expectSentAgain(moved)
    expect((await browserOf('iva', moved).ok('listTeams', {})).teams).toEqual(day.teams.map(withEmblem))
    await moved.close()
  })
})

test.each(ENGINES)('a database of a newer version is refused in one sentence on %s', async (engine) => {
  const database = await createTestDatabase(engine, { empty: true })
  const db = connect(database.location)
  await migrate(db, engine)
  await sql`insert into kysely_migration values ('9999-of-the-future', '2030-01-01T00:00:00.000Z')`.execute(db)
  await db.destroy()
  await expect(openDatabase(database.location)).rejects.toThrow(
    new Failure('A newer version has changed this database: start that one, or restore a backup from before the upgrade.'),
  )
  await database.drop()
})
