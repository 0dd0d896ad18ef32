import { copyFileSync, existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { checkFile } from '#server/backup-file'
import type { DatabaseLocation } from '#server/db/database-url'
import { openDatabase } from '#server/db/open'
import { readLedgerSum } from '#server/db/queries/ledger-id'
import { writeSetting } from '#server/db/queries/settings'
import { type AtTheBooth, atTheBooth } from '../support/booth'
import { command, runAnswering, runCommand } from '../support/command'
import {
  createTestDatabase,
  ENGINES,
  type Engine,
  type TestDatabase,
  urlOf,
} from '../support/databases'
import { engineUnderTest } from '../support/engine-under-test'
import { insertEvent } from '../support/event'
import { createFolder, type Folder, ownFolder } from '../support/folder'
import { startGame, type TestGame } from '../support/game-server'
import { openStream } from '../support/live'
import { signIn } from '../support/people'
import { times } from '../support/times'
import { useGame } from '../support/use-game'
import { signingDevice } from '../support/vouchers'

const OTHER: Record<Engine, Engine> = { sqlite: 'postgres', postgres: 'sqlite' }

describe.each(ENGINES)('a backup on %s', (engine) => {
  let path: Folder
  let game: TestGame
  const games: TestGame[] = []
  const file = (name = 'event.backup') => path(name)
  const backup = (...flags: string[]) => command(game.location, 'backup', file(), ...flags)
  const tryRestore = (from = file(), ...flags: string[]) =>
    runCommand(game.location, 'restore', from, '--yes', ...flags)
  async function restore(...flags: string[]) {
    const ended = await tryRestore(file(), ...flags)
    expect(ended.failure).toBeNull()
    return ended
  }
  const tryMove = ({ location }: TestDatabase) =>
    runCommand(game.location, 'move', '--to', urlOf(location))

  /**
   * Starts a server on the event's database, on another database, or (null) on a new, empty one.
   */
  async function serve(on: DatabaseLocation | null = game.location): Promise<TestGame> {
    const started = await startGame(on?.engine ?? engine, { on })
    games.push(started)
    // Wait until the server locks other processes out.
    await started.db.commits.joined()
    return started
  }
  async function sumOf(location: DatabaseLocation = game.location) {
    const db = await openDatabase(location)
    const sum = await readLedgerSum(db.read)
    await db.close()
    return sum
  }

  beforeEach(async () => {
    path = createFolder()
    game = await serve(null)
    await insertEvent(game.db)
  })
  afterEach(async () => {
    for (const one of games.splice(0).reverse()) await one.close()
    path.remove()
  })

  test('taken while awards arrive holds the ledger at one moment, and restores to the same sum', async () => {
    const { staff, award } = await atTheBooth(game, { point_type: 'dolazak' })
    let ended = false
    let given = 0
    const giving = (async () => {
      while (!ended) {
        await Promise.all(
          times(8, () => staff.api.ok('awardPoints', award({ point_type: 'dolazak' }))),
        )
        given += 8
      }
    })()
    await expect.poll(() => given).toBeGreaterThan(0)
    const before = given
    await backup()
    const after = given
    ended = true
    await giving
    const db = new DatabaseSync(file(), { readOnly: true })
    const entries = Number(db.prepare('select count(*) as entries from awards').get()?.entries)
    const score = db.prepare('select sum(points) as score from team_scores').get()?.score
    db.close()
    expect(entries).toBeGreaterThanOrEqual(before)
    expect(entries).toBeLessThanOrEqual(after + 8)
    expect(score).toBe(entries)
    expect(await sumOf()).toEqual({ entries: given, voided: 0, points: given })

    await game.stop()
    await restore()
    expect(await sumOf()).toEqual({ entries, voided: 0, points: entries })
  })

  /** Sends an award that arrives while results are closed, and returns it. */
  async function sendLate({ api }: AtTheBooth['staff'], award: AtTheBooth['award']) {
    const late = award()
    const close = (at: number | null) =>
      game.db.write({ kind: 'event' }, (db) => writeSetting(db, 'closed_at', at))
    await close(game.clock.now())
    expect(await api.outcome('awardPoints', late)).toBe('KEPT_FOR_ORGANISER')
    await close(null)
    return late
  }

  test('fault 41: after a restore devices send again, and each award counts once', async () => {
    const { staff, award, team, give } = await atTheBooth(game, { point_type: 'dolazak' })
    const confirmed = await give()
    await backup()
    const answerLost = await give()
    const neverSent = award()
    const signer = await signingDevice(game, staff, team.id)
    const voucher = await signer.voucher({ pointType: 'kviz' })

    await game.stop()
    expect((await restore()).result).toMatch(
      /^Restored into .*: 1 entry of the ledger \(0 voided\), 1 point, 1 team, \d people\.\nThe previous event is kept as /,
    )

    game = await serve()
    const trail = await game.db.read
      .selectFrom('audit')
      .select(['what', 'about', 'user_id'])
      .execute()
    expect(trail).toEqual([{ what: 'restore', about: 'event.backup', user_id: null }])
    const device = await signIn(game, 'iva')
    const { results } = await device.api.ok('awardMany', {
      awards: [confirmed, answerLost, neverSent, answerLost],
    })
    expect(results.map((one) => one.status === 'OK' && one.duplicate)).toEqual([
      true,
      false,
      false,
      true,
    ])
    const captain = await signIn(game, team.captain.id)
    expect((await captain.api.ok('teamPoints', {})).points).toBe(3)
    // After the restore the key must be registered again, and then belongs to the same device.
    expect(await captain.api.outcome('deliver', { voucher })).toBe('VOUCHER_INVALID')
    const { public_key, device_id } = signer
    expect(await device.api.ok('registerDevice', { public_key })).toEqual({ device_id })
    expect(await captain.api.outcome('deliver', { voucher })).toBe('OK')
  })

  /**
   * Returns the id of the server's ledger. Expects that a call and the stream report the same id.
   */
  async function ledgerOf(one: TestGame) {
    const { api } = await signIn(one, 'iva')
    const { ledger, fresh } = await api.ok('currentUser', {})
    const stream = await openStream(one, api)
    stream.close()
    expect(stream.events[0]?.data).toMatchObject({ ledger })
    expect([fresh, stream.events[0]?.data]).toEqual([
      undefined,
      expect.not.objectContaining({ fresh: true }),
    ])
    return ledger
  }

  test('fault 58: a restore gives the ledger a new id, which devices get; a restart keeps the id', async () => {
    const first = await ledgerOf(game)
    expect(first).toMatch(/^[0-9a-z]{16,}$/)
    await backup()
    await game.stop()
    game = await serve()
    expect(await ledgerOf(game)).toBe(first)

    await game.stop()
    await restore()
    game = await serve()
    expect(await ledgerOf(game)).not.toBe(first)
  })

  test('fault 58: a restore lists the awards and voids that the backup lacks, before anything is replaced', async () => {
    const { staff, award, team, give } = await atTheBooth(game, { point_type: 'dolazak' })
    const [held, undone] = [await give(), await give()]
    await backup()
    await staff.api.ok('voidAward', { award_id: undone.award_id })
    const lost = await give()
    const late = await sendLate(staff, award)
    await game.stop()

    const { result, notes } = await restore('--json')
    const missing = [
      { kind: 'late award', award_id: late.award_id, points: 1 },
      { kind: 'award', award_id: lost.award_id, team_id: team.id, points: 1, voided: false },
      { kind: 'void', award_id: undone.award_id },
    ].map((entry) => expect.objectContaining(entry))
    expect(JSON.parse(result).missing).toHaveLength(3)
    expect(JSON.parse(result).missing).toEqual(expect.arrayContaining(missing))
    expect(notes).toMatch(
      /Not in the backup:\n {2}\S+ (award|void): Arkadna zona to .*, Dolazak, 1 \(/,
    )
    expect(notes).not.toContain(held.award_id)
  })

  test('a damaged backup replaces nothing; each restore keeps the previous database, even two within a second', async () => {
    const { give } = await atTheBooth(game, { point_type: 'dolazak' })
    await backup()
    await give()
    await game.stop()
    const before = await sumOf()
    const refused = async (name: string) => (await tryRestore(file(name))).failure
    copyFileSync(file(), file('changed'))
    for (const [name, statement] of [
      ['changed', "update users set nickname = 'netko'"],
      ['foreign', 'create table some (thing text)'],
    ] as const) {
      const db = new DatabaseSync(file(name))
      db.exec(statement)
      db.close()
    }
    writeFileSync(file('garbled'), 'no database at all'.repeat(100))
    expect(await refused('changed')).toMatch(/was changed or damaged after the backup was made/)
    expect(await refused('foreign')).toMatch(/holds no event of this game/)
    expect(await refused('garbled')).toMatch(/cannot be read as a backup/)
    expect(await refused('none')).toMatch(/cannot be read as a backup: there is no such file/)
    expect([await sumOf(), existsSync(file('none'))]).toEqual([before, false])

    const replaced = async () =>
      (JSON.parse((await restore('--json')).result) as { kept: string }).kept
    vi.useFakeTimers({ toFake: ['Date'] })
    const both = async () => [await replaced(), await replaced()] as const
    const [first, withinTheSecond] = await both().finally(() => vi.useRealTimers())
    expect(await checkFile(first)).toMatchObject({ entries: 1, voided: 0, points: 1 })
    expect(await checkFile(withinTheSecond)).toMatchObject({ entries: 0, voided: 0, points: 0 })
  })

  test('fault 45: a move to the other engine keeps all ids: devices stay signed in, and held awards count once', async () => {
    const { staff, award, team, give } = await atTheBooth(game, { point_type: 'dolazak' })
    const answerLost = await give()
    const waiting = award()
    const late = await sendLate(staff, award)
    const ledger = await ledgerOf(game)
    const target = await createTestDatabase(OTHER[engine], { empty: true })
    if (engine === 'postgres')
      expect((await tryMove(target)).failure).toMatch(/A server runs on this database/)
    await game.stop()
    expect((await tryMove(target)).result).toMatch(
      /^Moved to .* 1 entry of the ledger \(0 voided\), 1 point, 1 team, \d people, with all ids; sessions stay valid\.\n$/,
    )
    expect((await tryMove(target)).failure).toMatch(/is not empty/)

    const moved = await serve(target.location)
    expect(await ledgerOf(moved)).toBe(ledger)
    const device = moved.client()
    device.cookie = staff.api.cookie
    const { results } = await device.ok('awardMany', { awards: [answerLost, waiting] })
    expect(results.map((one) => one.status === 'OK' && one.duplicate)).toEqual([true, false])
    expect(await device.outcome('awardPoints', late)).toBe('KEPT_FOR_ORGANISER')
    const phone = moved.client()
    phone.cookie = team.captain.api.cookie
    expect((await phone.ok('teamPoints', {})).points).toBe(2)
    // The ledger must be append-only in the new database too.
    await expect(
      moved.db.write({ kind: 'event' }, (db) => db.deleteFrom('awards').execute()),
    ).rejects.toThrow(/append-only/)
    await moved.close()
    await target.drop()
  })
})

describe('the file of a backup', () => {
  const game = useGame(engineUnderTest())
  const path = ownFolder()
  const file = () => path('event.backup')

  test('is readable only by its owner, and nothing else is left in the folder', async () => {
    const printed = await command(game.location, 'backup', file(), '--json', '--reason', 'Jutro')
    const trail = await game.db.read
      .selectFrom('audit')
      .select(['what', 'about', 'reason'])
      .execute()
    expect(trail).toEqual([{ what: 'backup', about: 'event.backup', reason: 'Jutro' }])
    expect(statSync(file()).mode & 0o777).toBe(0o600)
    expect(readdirSync(path())).toEqual(['event.backup'])
    expect(JSON.parse(printed)).toMatchObject({ file: file(), entries: 0, voided: 0, points: 0 })
  })

  test('is replaced only on request; if nobody answers, the backup is written beside the file under another name', async () => {
    writeFileSync(file(), 'mine')
    const answered = (answer: string | null) =>
      runAnswering(answer, game.location, 'backup', file(), '--json')
    expect((await answered('n')).failure).toBe('Nothing was changed.')
    for (const name of ['event-2.backup', 'event-3.backup']) {
      const { result, failure } = await answered(null)
      expect([failure, JSON.parse(result).file]).toEqual([null, path(name)])
      expect(statSync(path(name)).size).toBeGreaterThan(4)
    }
    expect(statSync(file()).size).toBe(4)
    expect((await answered('y')).failure).toBeNull()
    expect(statSync(file()).size).toBeGreaterThan(4)
    expect(readdirSync(path()).sort()).toEqual(['event-2.backup', 'event-3.backup', 'event.backup'])
  })

  test('is never a folder, nor written beside one under its name', async () => {
    mkdirSync(path('stick'))
    const before = readdirSync(path())
    const { failure } = await runAnswering(null, game.location, 'backup', path('stick'))
    expect([failure, readdirSync(path())]).toEqual([
      `${path('stick')} cannot be written: it is a folder.`,
      before,
    ])
  })
})
