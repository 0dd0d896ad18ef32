import { randomUUID } from 'node:crypto'
import { existsSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import type { Command } from 'commander'
import type { Award } from '#contract/entities'
import type { LateKind } from '#contract/organiser-entities'
import {
  checkFile,
  copyAndCompare,
  copyWhole,
  type EventSum,
  folderForBackups,
  isSameEvent,
  readEventSum,
  removeSeal,
  writeBackup,
} from '#server/backup-file'
import { COMMAND } from '#server/command-name'
import type { Reader } from '#server/db/database'
import { type DatabaseLocation, locationText, resolvedFile } from '#server/db/database-url'
import { openDatabase } from '#server/db/open'
import { selectAwards, showAward } from '#server/db/queries/awards'
import { readLateEntries } from '#server/db/queries/late-entries'
import { renewLedgerId } from '#server/db/queries/ledger-id'
import { findScoreDifferences } from '#server/db/queries/scores'
import { openSqlite } from '#server/db/sqlite'
import { assertSound, hasMark, logOf } from '#server/db/sqlite-check'
import { openSqliteFile } from '#server/db/sqlite-file'
import type { AwardKind } from '#server/db/tables'
import { readSnapshot } from '#server/db/whole-copy'
import { emptyTables, findFilledTable } from '#server/db/whole-tables'
import { readDatabaseLocation } from '#server/env'
import { Failure } from '#server/failure'
import { fileTime, isoTime, localTime } from '#server/time'
import { type CommandFlags, type CommandOutput, type CommandRun, createRun } from './command'
import { recordCommand, withDatabase, withoutServers } from './event-database'
import { plural, sumText } from './lines'
import { checkpoint, freeName, swapFile } from './swap-file'
import { repairScores } from './verify'

/**
 * An entry that a backup lacks: a ledger entry, the void of one, or a late entry that is not
 * accepted.
 */
interface MissingEntry extends Omit<Award, 'vendor_id' | 'point_type'> {
  readonly kind: AwardKind | 'void' | `late ${LateKind}`
}

const readEntries = async (db: Reader) =>
  await selectAwards(db)
    .select('awards.kind')
    .orderBy('awards.awarded_at')
    .orderBy('awards.award_id')
    .execute()

/** Finds late entries that the backup lacks. Phones do not send late entries again. */
async function findMissingLate(db: Reader, backup: Reader): Promise<MissingEntry[]> {
  const inBackup = new Set((await readLateEntries(backup)).map(({ late_id }) => late_id))
  const lost = (await readLateEntries(db)).filter(
    ({ late_id, accepted_at }) => accepted_at === null && !inBackup.has(late_id),
  )
  // `readLateEntries` lists undecided entries first, and newer ones before older ones.
  return lost.reverse().map((late) => ({
    kind: `late ${late.kind}`,
    award_id: late.award_id,
    team_id: late.team_id,
    team_name: late.team_name,
    vendor_name: late.vendor_name,
    label: late.label,
    points: late.points,
    voided: false,
    awarded_at: isoTime(late.made_at),
    received_at: isoTime(late.received_at),
  }))
}

/**
 * Finds entries of `db` that the backup in `file` lacks: of the ledger, oldest first, then late
 * ones.
 */
async function findMissing(db: Reader, file: string): Promise<MissingEntry[]> {
  const backup = await openDatabase({ engine: 'sqlite', file })
  try {
    const inBackup = new Map(
      (await readEntries(backup.read)).map(({ award_id, voided_at }) => [
        award_id,
        voided_at !== null,
      ]),
    )
    const entries = (await readEntries(db)).flatMap(({ kind, ...row }): MissingEntry[] => {
      const isVoided = inBackup.get(row.award_id)
      if (isVoided === undefined) return [{ ...showAward(row), kind }]
      return row.voided_at !== null && !isVoided ? [{ ...showAward(row), kind: 'void' }] : []
    })
    return [...entries, ...(await findMissingLate(db, backup.read))]
  } finally {
    await backup.close()
  }
}

function line({
  kind,
  voided,
  awarded_at,
  vendor_name,
  team_name,
  label,
  points,
  award_id,
}: MissingEntry): string {
  const what = kind === 'void' || !voided ? kind : `voided ${kind}`
  const from = vendor_name === null ? '' : `${vendor_name} to `
  return `  ${localTime(Date.parse(awarded_at))} ${what}: ${from}${team_name}, ${label}, ${points} (${award_id})\n`
}

function missingText(missing: readonly MissingEntry[]): string {
  if (missing.length === 0) return ''
  const lines = missing.map(line).join('')
  return `Not in the backup:\n${lines}Awards of the last 24 hours come back from the phones that gave them. Bonuses, adjustments, voids made elsewhere, late entries and awards of lost phones do not: enter them by hand.\n`
}

interface StagedBackup {
  readonly path: string
  readonly sum: EventSum
  /** Scores that were corrected in the copy. */
  readonly repaired: number
  discard(): void
}

/**
 * Prepares the copy of a backup for use: removes its seal, migrates it, compares it with the
 * backup's sums, corrects its scores and gives it a new ledger id. Returns how many scores were
 * corrected.
 */
async function prepareCopy(path: string, sum: EventSum): Promise<number> {
  const connection = openSqliteFile(path)
  removeSeal(connection)
  connection.close()
  const db = await openSqlite(path)
  try {
    if (!isSameEvent(await readEventSum(db.read), sum))
      throw new Failure('The copy of the backup differs from it.')
    const repaired = (await repairScores(db)).length
    if ((await findScoreDifferences(db.read)).length > 0)
      throw new Failure('The scores in the backup differ from its ledger.')
    // The new ledger id makes devices resend entries that the backup may lack.
    await db.write({ kind: 'event' }, (writer) => renewLedgerId(writer))
    return repaired
  } finally {
    await db.close()
  }
}

/**
 * Copies a backup with its log, checks the copy and migrates it to this version. The restore then
 * puts this copy into place. Throws `Failure`.
 */
async function stageBackup(file: string, folder: string): Promise<StagedBackup> {
  const path = join(folder, `.restore-${randomUUID()}.part`)
  const discard = () => {
    for (const suffix of ['', '-wal', '-shm', '-journal'])
      rmSync(`${path}${suffix}`, { force: true })
  }
  try {
    await copyWhole(file, path)
    const sum = await checkFile(path, file)
    return { path, sum, repaired: await prepareCopy(path, sum), discard }
  } catch (reason) {
    discard()
    throw reason
  }
}

type Postgres = Extract<DatabaseLocation, { engine: 'postgres' }>

/** The sums of the current database, and its entries that the backup lacks. */
type CurrentContent =
  | { readonly sum: EventSum; readonly missing: readonly MissingEntry[] }
  | 'nothing'
  | 'unreadable'

async function readCurrent(
  location: DatabaseLocation,
  staged: StagedBackup,
): Promise<CurrentContent> {
  if (location.engine === 'sqlite' && !existsSync(location.file)) return 'nothing'
  try {
    if (location.engine === 'sqlite') assertSound(location.file, 'quick_check')
    return await withDatabase(location, 'long command', async ({ read }) => {
      if ((await findFilledTable(read)) === null) return 'nothing'
      return { sum: await readEventSum(read), missing: await findMissing(read, staged.path) }
    })
  } catch (reason) {
    if (location.engine === 'postgres' || !(reason instanceof Error)) throw reason
    return 'unreadable'
  }
}

/**
 * Replaces all rows in one transaction, so that readers see either the old event or the new one.
 */
async function fillPostgres(
  location: Postgres,
  staged: StagedBackup,
  report: (text: string) => void,
): Promise<void> {
  const source = await openSqlite(staged.path)
  try {
    await withDatabase(location, 'long command', (db) =>
      db.write({ kind: 'event' }, async (writer) => {
        await emptyTables(writer)
        await readSnapshot(source, (snapshot) =>
          copyAndCompare(snapshot, writer, staged.sum, report),
        )
      }),
    )
  } finally {
    await source.close()
  }
}

/** Replaces the database. Returns where the old database is saved; null if there was none. */
async function replace(
  location: DatabaseLocation,
  staged: StagedBackup,
  saveIn: string,
  current: CurrentContent,
  run: CommandRun,
): Promise<string | null> {
  const before = `before-restore-${fileTime(Date.now())}`
  if (location.engine === 'sqlite') {
    // Move the log into the file, unless the file is damaged: then both stay as they are.
    if (typeof current !== 'string') checkpoint(location.file)
    return await swapFile(staged.path, location.file, freeName(`${location.file}.${before}`))
  }
  let saved: string | null = null
  if (current !== 'nothing') {
    const file = join(saveIn, `${before}.backup`)
    saved = (
      await withDatabase(location, 'long command', (db) => writeBackup(db, file, run.report))
    ).file
  }
  await fillPostgres(location, staged, run.report)
  return saved
}

async function restoreStaged(
  location: DatabaseLocation,
  staged: StagedBackup,
  file: string,
  saveIn: string,
  run: CommandRun,
) {
  const current = await readCurrent(location, staged)
  const missing = typeof current === 'string' ? [] : current.missing
  if (current !== 'nothing') {
    const held =
      current === 'unreadable'
        ? 'data that cannot be read, so it is unknown which entries the backup lacks'
        : sumText(current.sum)
    run.report(`${locationText(location)} holds ${held}.\n${file} holds ${sumText(staged.sum)}.\n`)
    run.report(missingText(missing))
    await run.confirm('Replace the database with the backup?')
  }
  const kept = await replace(location, staged, saveIn, current, run)
  await withDatabase(location, 'command', (db) =>
    recordCommand(db, run.by, { what: 'restore', about: basename(file) }),
  )
  const { sum, repaired } = staged
  const lines = [
    `Restored into ${locationText(location)}: ${sumText(sum)}.`,
    ...(kept === null ? [] : [`The previous event is kept as ${kept}.`]),
    ...(repaired === 0
      ? []
      : [`Corrected ${plural(repaired, 'score')} that differed from the ledger.`]),
  ]
  const before = typeof current === 'string' ? null : current.sum
  run.print({ ...sum, before, kept, repaired, missing }, `${lines.join('\n')}\n`)
  run.report(
    'Next: start the server. Devices send again the awards that wait on them and those that were confirmed to them in the last 24 hours; nothing counts twice.\n',
  )
}

interface RestoreFlags extends CommandFlags {
  readonly keep?: string
}

/**
 * Refuses a backup beside a log, whose content a restore would leave out: a backup is complete
 * without a log. In the database's own place the log is kept with the replaced file instead.
 */
function assertWithoutLog(path: string, location: DatabaseLocation): void {
  const file = resolvedFile(path)
  const log = hasMark(file) ? logOf(file) : null
  if (log === null || (location.engine === 'sqlite' && location.file === file)) return
  throw new Failure(
    `${file} is a whole backup, but ${log} lies beside it and would be left out. If that log belongs to another file, move it away and restore again.`,
  )
}

async function restore(path: string, { keep }: RestoreFlags, run: CommandRun): Promise<void> {
  const [location, file] = [readDatabaseLocation(process.env), resolve(path)]
  assertWithoutLog(path, location)
  await withoutServers([location], async () => {
    const staged = await stageBackup(
      file,
      location.engine === 'sqlite' ? dirname(location.file) : tmpdir(),
    )
    try {
      await restoreStaged(
        location,
        staged,
        file,
        resolve(keep ?? folderForBackups(location, file)),
        run,
      )
    } finally {
      staged.discard()
    }
  })
}

export function registerRestore(program: Command, output: CommandOutput): void {
  program
    .command('restore')
    .description('replace the event with a backup; the previous event is kept')
    .argument('<FILE>', 'a file that "backup" wrote')
    .option('--yes', 'replace without asking', false)
    .option(
      '--keep <FOLDER>',
      'with PostgreSQL, the folder that keeps the previous event; by default the current folder, or HOME if that folder has the backup or is not writable; if both have it, a new folder in it',
    )
    .addHelpText(
      'after',
      `
Refused while a server runs on the database. Before anything is replaced, the backup is checked and
the entries that it lacks are listed. Afterwards phones send again the awards that wait on them and those
that were confirmed to them in the last 24 hours; enter the rest of the list by hand.
  ${COMMAND} restore /mnt/stick/event-1405.backup`,
    )
    .action((path: string, flags: RestoreFlags) => restore(path, flags, createRun(output, flags)))
}
