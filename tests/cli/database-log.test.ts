import { spawnSync } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { beforeEach, describe, expect, inject, onTestFinished, test, vi } from 'vitest'
import { folderForBackups } from '#server/backup-file'
import { openDatabase } from '#server/db/open'
import { readLedgerSum } from '#server/db/queries/ledger-id'
import { assertSound } from '#server/db/sqlite-check'
import { atTheBooth } from '../support/booth'
import { runCommand } from '../support/command'
import { createTestDatabase, ENGINES, urlOf } from '../support/databases'
import { insertEvent } from '../support/event'
import { createFolder, type Folder } from '../support/folder'
import { startGame } from '../support/game-server'
import { ownServerFolder, runToTheEnd } from '../support/server-process'

/** Makes a database file as a killed server leaves it, with its last award still in the log. */
async function killedServer(path: Folder) {
  const game = await startGame('sqlite')
  onTestFinished(game.close)
  await insertEvent(game.db)
  const { give } = await atTheBooth(game)
  await give()
  const file = game.location.engine === 'sqlite' ? game.location.file : ''
  const reader = new DatabaseSync(file, { readOnly: true })
  reader.exec('begin')
  reader.prepare('select count(*) from awards').get()
  await atTheBooth(game).then((booth) => booth.give())
  for (const suffix of ['', '-wal', '-shm'])
    copyFileSync(`${file}${suffix}`, path(`killed.db${suffix}`))
  reader.close()
  return { game, file: path('killed.db') }
}

async function sumOf(file: string) {
  const db = await openDatabase({ engine: 'sqlite', file })
  const sum = await readLedgerSum(db.read)
  await db.close()
  return sum
}

let path: Folder
beforeEach(() => {
  path = createFolder()
  onTestFinished(path.remove)
})

describe.each(ENGINES)('fault 88: a restore on %s', (engine) => {
  test('includes awards that a killed server left in the file’s log, and prints the sums before and after', async () => {
    const { file } = await killedServer(path)
    const target = await createTestDatabase(engine, { empty: true })
    onTestFinished(target.drop)
    const run = (from: string) => runCommand(target.location, 'restore', from, '--yes', '--json')
    const first = JSON.parse((await run(file)).result)
    expect(first).toMatchObject({ entries: 2, points: 50, teams: 2, before: null, kept: null })
    const before = { entries: 2, voided: 0, points: 50, teams: first.teams, people: first.people }
    const again = await run(file)
    expect(JSON.parse(again.result)).toMatchObject({ ...before, before })
    expect(again.notes).toContain(
      `2 entries of the ledger (0 voided), 50 points, 2 teams, ${first.people} people.\n`,
    )
    expect(await sumOf(file)).toMatchObject({ entries: 2, points: 50 })
  })
})

describe('fault 88: a backup that was copied into place beside the earlier file’s log', () => {
  const refusal =
    /^\S+game\.db is a backup that was only copied to the database's place. Run "restore \S+game\.db" to make it the database\.$/
  const folder = ownServerFolder()
  const location = { engine: 'sqlite', file: folder.database } as const

  test('is refused by the server and by commands, and can be restored in place', async () => {
    const { game, file } = await killedServer(path)
    expect((await runCommand(game.location, 'backup', path('event.backup'))).failure).toBeNull()
    copyFileSync(path('event.backup'), folder.database)
    copyFileSync(`${file}-wal`, `${folder.database}-wal`)
    const log = readFileSync(`${folder.database}-wal`)
    const started = await runToTheEnd(folder)
    expect([started.code, started.output.trimEnd()]).toEqual([1, expect.stringMatching(refusal)])
    for (const command of ['verify', 'status'])
      expect((await runCommand(location, command)).failure).toMatch(refusal)
    expect(readFileSync(`${folder.database}-wal`)).toEqual(log)

    // From elsewhere nothing would keep the log, so somebody must decide about it.
    copyFileSync(`${file}-wal`, path('event.backup-wal'))
    expect((await runCommand(location, 'restore', path('event.backup'), '--yes')).failure).toMatch(
      /event\.backup-wal lies beside it and would be left out\. .* move it away and restore again\.$/,
    )
    const restored = await runCommand(location, 'restore', folder.database, '--yes', '--json')
    expect([restored.failure, JSON.parse(restored.result)]).toMatchObject([
      null,
      { entries: 2, before: null },
    ])
    expect((await runCommand(location, 'verify')).failure).toBeNull()
    expect(await sumOf(folder.database)).toMatchObject({ entries: 2, points: 50 })
    // The restore must keep the replaced file together with its log.
    const kept = JSON.parse(restored.result).kept
    expect(dirname(kept)).toBe(dirname(folder.database))
    expect(readFileSync(`${kept}-wal`)).toEqual(log)
  })
})

describe('fault 88: a file that cannot be served', () => {
  const put = () => /: put (it|a backup|the file back).*"restore/
  async function refusals(file: string) {
    const location = { engine: 'sqlite', file } as const
    const verified = (await runCommand(location, 'verify')).failure
    let started = ''
    try {
      assertSound(file, 'quick_check')
    } catch (reason) {
      started = String(reason)
    }
    return [verified, started]
  }

  test('is refused with advice if pages are damaged, and stays unchanged', async () => {
    const { file } = await killedServer(path)
    await sumOf(file)
    const whole = readFileSync(file)
    const torn = Buffer.from(whole)
    for (let page = 5; page < 40; page++) torn.fill(0xff, page * 4096, page * 4096 + 512)
    writeFileSync(file, torn)
    for (const refusal of await refusals(file)) expect(refusal).toMatch(put())
    expect(readFileSync(file)).toEqual(torn)
    writeFileSync(file, 'no database at all'.repeat(400))
    for (const refusal of await refusals(file))
      expect(refusal).toMatch(/damaged \(file is not a database\): put a backup/)
  })

  test('is refused if only its log is left, and the log stays', async () => {
    const { file } = await killedServer(path)
    const log = readFileSync(`${file}-wal`)
    truncateSync(file)
    for (const refusal of await refusals(file)) expect(refusal).toMatch(put())
    rmSync(file)
    for (const refusal of await refusals(file)) expect(refusal).toMatch(put())
    expect([existsSync(file), readFileSync(`${file}-wal`)]).toEqual([false, log])
  })
})

test('the event that a restore on PostgreSQL replaces is never kept beside the backup, whatever links lead there', () => {
  const [own, other] = [createFolder(), createFolder()]
  onTestFinished(own.remove)
  onTestFinished(other.remove)
  mkdirSync(own('backups'))
  writeFileSync(own('backups/event.backup'), '')
  symlinkSync(own('backups'), own('link'))
  const keptIn = (cwd: string, home: string) => {
    vi.spyOn(process, 'cwd').mockReturnValue(cwd)
    vi.stubEnv('HOME', home)
    vi.stubEnv('TMPDIR', own('backups'))
    return folderForBackups({ engine: 'postgres', url: '' }, own('link/event.backup'))
  }
  onTestFinished(() => void vi.restoreAllMocks())
  onTestFinished(() => void vi.unstubAllEnvs())
  const inside = own('backups/before-restore')
  expect(keptIn(other(), own())).toBe(other())
  expect(keptIn(own('backups'), other())).toBe(other())
  expect(keptIn(own('backups'), own('link'))).toBe(inside)
  expect(keptIn('/proc', '/proc')).toBe(inside)
})

describe('the backup that a reset makes on PostgreSQL', () => {
  /** Runs a reset in a folder, with this HOME. Returns the path of its backup. */
  async function reset(cwd: string, HOME: string): Promise<string> {
    const database = await createTestDatabase('postgres')
    onTestFinished(database.drop)
    const env = {
      PATH: process.env.PATH,
      DATABASE_URL: urlOf(database.location),
      HOME,
      TMPDIR: path(),
      // Half a day from the event's zone.
      TZ: 'Pacific/Kiritimati',
    }
    const args = [join(inject('serverBundle'), 'event.js'), 'reset', '--keep', 'tags', '--yes']
    const { status, stderr } = spawnSync(process.execPath, args, { cwd, env, encoding: 'utf8' })
    expect([status, stderr]).toEqual([0, expect.stringMatching(/^The backup is \S+\.$/m)])
    return /^The backup is (\S+)\.$/m.exec(stderr)?.[1] ?? ''
  }

  test('is named by the event’s time, and falls back from the working folder to HOME, then to the temporary folder', async () => {
    const [work, home] = [createFolder(), createFolder()]
    onTestFinished(work.remove)
    onTestFinished(home.remove)
    const made = [
      await reset(work(), home()),
      await reset('/proc', home()),
      await reset('/proc', '/proc'),
    ]
    expect(made.map((file) => dirname(file))).toEqual([
      work().replace(/\/$/, ''),
      home().replace(/\/$/, ''),
      path().replace(/\/$/, ''),
    ])
    expect([work, home, path].map((folder) => readdirSync(folder()).length)).toEqual([1, 1, 1])
    const [, day, ...clock] =
      /reset-(.{10})T(\d\d)-(\d\d)-(\d\d)\.backup$/.exec(made[0] ?? '') ?? []
    const named = Date.parse(`${day}T${clock.join(':')}+01:00`)
    expect(Math.abs(named - Date.now())).toBeLessThan(3 * 3_600_000)
  })
})
