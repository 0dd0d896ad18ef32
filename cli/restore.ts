import { randomUUID } from 'node:crypto'
import { chmodSync, copyFileSync, existsSync, linkSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import type { Command } from 'commander'
import type { Award } from '#contract/entities'
import type { LateKind } from '#contract/organiser-entities'
import type { Reader } from '#server/db/database'
import { type DatabaseLocation, locationText } from '#server/db/database-url'
import { holdOffServers, openDatabase } from '#server/db/open'
import { selectAwards, showAward } from '#server/db/queries/awards'
import { readLateEntries } from '#server/db/queries/late-entries'
import { isSameSum, type LedgerSum, readLedgerSum, renewLedgerId } from '#server/db/queries/ledger-id'
import { findScoreDifferences } from '#server/db/queries/scores'
import { openSqlite } from '#server/db/sqlite'
import { openSqliteFile } from '#server/db/sqlite-file'
import type { AwardKind } from '#server/db/tables'
import { readSnapshot } from '#server/db/whole-copy'
import { emptyTables, findFilledTable } from '#server/db/whole-tables'
import { readDatabaseLocation } from '#server/env'
import { cannotWrite, Failure, makeFolder } from '#server/failure'
import { fileTime, isoTime, localTime } from '#server/time'
import { type CheckedFile, checkFile, copyTelling, removeSeal, sumText, sync, writeBackup } from './backup-file'
import {
  byCommandLine,
  type ChangeFlags,
  confirm,
  type Output,
  plural,
  printResult,
  recordCommand,
  withDatabase,
} from './command'
import { repairScores } from './verify'

/** Something of a ledger that another one lacks: an entry, the void of one that both have, or what came late and was not accepted. */
export interface Missing extends Omit<Award, 'vendor_id' | 'point_type'> {
  readonly kind: AwardKind | 'void' | `late ${LateKind}`
}

const readEntries = async (db: Reader) =>
  await selectAwards(db).select('awards.kind').orderBy('awards.awarded_at').orderBy('awards.award_id').execute()

/** Phones do not send these again: they were told that the organiser has them. */
async function findMissingLate(db: Reader, backup: Reader): Promise<Missing[]> {
  const held = new Set((await readLateEntries(backup)).map(({ late_id }) => late_id))
  const lost = (await readLateEntries(db)).filter(({ late_id, accepted_at }) => accepted_at === null && !held.has(late_id))
  return lost.reverse().map(({ kind, award_id, team_id, team_name, vendor_name, label, points, made_at, received_at }) => ({
    ...{ kind: `late ${kind}`, award_id, team_id, team_name, vendor_name, label, points, voided: false },
    ...{ awarded_at: isoTime(made_at), received_at: isoTime(received_at) },
  }))
}

/** What the ledger of `db` has and that of the file lacks, oldest first. */
export async function findMissing(db: Reader, file: string): Promise<Missing[]> {
  const backup = await openDatabase({ engine: 'sqlite', file })
  try {
    const held = new Map((await readEntries(backup.read)).map(({ award_id, voided_at }) => [award_id, voided_at !== null]))
    const entries = (await readEntries(db)).flatMap(({ kind, ...row }): Missing[] => {
      const isVoided = held.get(row.award_id)
      if (isVoided === undefined) return [{ ...showAward(row), kind }]
      return row.voided_at !== null && !isVoided ? [{ ...showAward(row), kind: 'void' }] : []
    })
    return [...entries, ...(await findMissingLate(db, backup.read))]
  } finally {
    await backup.close()
  }
}

function line({ kind, voided, awarded_at, vendor_name, team_name, label, points, award_id }: Missing): string {
  const what = kind === 'void' || !voided ? kind : `voided ${kind}`
  const from = vendor_name === null ? '' : `${vendor_name} to `
  return `  ${localTime(Date.parse(awarded_at))} ${what}: ${from}${team_name}, ${label}, ${points} (${award_id})\n`
}

/** The missing entries by name; empty if there are none. */
export function missingText(missing: readonly Missing[]): string {
  if (missing.length === 0) return ''
  const lines = missing.map(line).join('')
  return `Not in the backup:\n${lines}Awards of the last 24 hours come back from the phones that gave them. Bonuses, adjustments, voids made elsewhere, late entries and awards of lost phones do not: enter them by hand.\n`
}

export interface StagedBackup extends CheckedFile {
  readonly path: string
  /** Scores that differed from the ledger and were put right in the copy. */
  readonly repaired: number
  discard(): void
}

async function bringUpToDate(path: string, checked: CheckedFile): Promise<number> {
  const connection = openSqliteFile(path)
  removeSeal(connection)
  connection.close()
  const db = await openSqlite(path)
  try {
    if (!isSameSum(await readLedgerSum(db.read), checked.sum)) throw new Failure('The copy of the backup differs from it.')
    const repaired = (await repairScores(db)).length
    if ((await findScoreDifferences(db.read)).length > 0) throw new Failure('The backup does not fit its own ledger.')
    // Devices then notice that the ledger is another, and send what it may lack.
    await db.write({ on: 'event' }, (writer) => renewLedgerId(writer))
    return repaired
  } finally {
    await db.close()
  }
}

function copyTo(path: string, file: string): void {
  try {
    makeFolder(dirname(path))
    copyFileSync(file, path)
    chmodSync(path, 0o600)
  } catch (reason) {
    throw cannotWrite(path, reason)
  }
}

/** Copies a backup, checks the copy and brings it to this version. The backup itself is only read. Throws `Failure`. */
export async function stageBackup(file: string, folder: string): Promise<StagedBackup> {
  const path = join(folder, `.restore-${randomUUID()}.part`)
  const discard = () => {
    for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(`${path}${suffix}`, { force: true })
  }
  try {
    checkFile(file)
    copyTo(path, file)
    const checked = checkFile(path)
    return { ...checked, path, repaired: await bringUpToDate(path, checked), discard }
  } catch (reason) {
    discard()
    throw reason
  }
}

/** Moves what is in the log of the old file into it, so that it is whole by itself. */
function foldLog(file: string): void {
  try {
    const connection = openSqliteFile(file, { timeout: 1_000 })
    try {
      connection.exec('pragma wal_checkpoint(truncate)')
    } finally {
      connection.close()
    }
  } catch {
    // A damaged file is kept as it is, with its log.
  }
}

/**
 * Puts a new database in the place of the old one, which is kept under another name. At every moment there is a database under
 * the name: a server that found none would make an empty one.
 * @returns the old file's new name; null if there was none
 */
export async function swapFile(staged: string, file: string, kept: string): Promise<string | null> {
  try {
    return await swap(staged, file, kept)
  } catch (reason) {
    throw cannotWrite(file, reason)
  }
}

async function swap(staged: string, file: string, kept: string): Promise<string | null> {
  const existed = existsSync(file)
  if (existed) {
    foldLog(file)
    linkSync(file, kept)
  }
  // A log beside a database that it does not belong to would damage it.
  for (const suffix of ['-wal', '-shm']) {
    if (existsSync(`${file}${suffix}`)) renameSync(`${file}${suffix}`, `${kept}${suffix}`)
  }
  renameSync(staged, file)
  await sync(dirname(file))
  return existed ? kept : null
}

interface Standing {
  readonly sum: LedgerSum
  readonly missing: readonly Missing[]
}

type Postgres = Extract<DatabaseLocation, { engine: 'postgres' }>

/** A name that no file has yet: there may be two restores within a second. */
function freeName(start: string, extension: string): string {
  for (let number = 1; ; number++) {
    const name = `${start}${number === 1 ? '' : `-${number}`}${extension}`
    if (!existsSync(name)) return name
  }
}

/** What is there now, and what of it the backup lacks. */
async function readStanding(location: DatabaseLocation, staged: StagedBackup): Promise<Standing | 'nothing' | 'unreadable'> {
  if (location.engine === 'sqlite' && !existsSync(location.file)) return 'nothing'
  try {
    return await withDatabase(
      location,
      async ({ read }) =>
        (await findFilledTable(read)) === null
          ? 'nothing'
          : { sum: await readLedgerSum(read), missing: await findMissing(read, staged.path) },
      'long command',
    )
  } catch (reason) {
    if (location.engine === 'postgres' || !(reason instanceof Error)) throw reason
    return 'unreadable'
  }
}

/** In one transaction: whoever reads meanwhile sees the old event or the new one. */
async function fillPostgres(location: Postgres, staged: StagedBackup): Promise<void> {
  const source = await openSqlite(staged.path)
  try {
    await withDatabase(
      location,
      async (db) => {
        await db.write({ on: 'event' }, async (writer) => {
          await emptyTables(writer)
          await readSnapshot(source, (snapshot) => copyTelling(snapshot, writer))
          if (!isSameSum(await readLedgerSum(writer), staged.sum)) throw new Failure('The copy differs from the backup.')
        })
      },
      'long command',
    )
  } finally {
    await source.close()
  }
}

async function replace(
  location: DatabaseLocation,
  staged: StagedBackup,
  { keepIn, standing }: { keepIn: string; standing: Standing | 'nothing' | 'unreadable' },
): Promise<string | null> {
  const before = `before-restore-${fileTime(Date.now())}`
  if (location.engine === 'sqlite') return await swapFile(staged.path, location.file, freeName(`${location.file}.${before}`, ''))
  const kept = standing === 'nothing' ? null : freeName(resolve(keepIn, before), '.backup')
  if (kept !== null) await withDatabase(location, (db) => writeBackup(db, kept, Date.now()), 'long command')
  await fillPostgres(location, staged)
  return kept
}

function standingText(standing: Standing | 'unreadable'): string {
  return standing === 'unreadable' ? 'what cannot be read, so nobody can say what the backup lacks' : sumText(standing.sum)
}

/** `restore FILE` */
export async function restore(path: string, flags: ChangeFlags & { readonly keep: string }, output: Output): Promise<void> {
  const [location, by, file] = [readDatabaseLocation(process.env), byCommandLine(flags.reason), resolve(path)]
  const held = await holdOffServers(location)
  try {
    const staged = await stageBackup(file, location.engine === 'sqlite' ? dirname(location.file) : tmpdir())
    try {
      const standing = await readStanding(location, staged)
      const missing = typeof standing === 'string' ? [] : standing.missing
      if (standing !== 'nothing') {
        output.note(`${locationText(location)} holds ${standingText(standing)}.\n${file} holds ${sumText(staged.sum)}.\n`)
        output.note(missingText(missing))
        await confirm('Replace the one by the other?', { ...flags, output })
      }
      const kept = await replace(location, staged, { keepIn: flags.keep, standing })
      await withDatabase(location, (db) => recordCommand(db, by, { what: 'restore', about: basename(file) }))
      const lines = [
        `Restored into ${locationText(location)}: ${sumText(staged.sum)}.`,
        ...(kept === null ? [] : [`What was there before is kept as ${kept}.`]),
        ...(staged.repaired === 0 ? [] : [`${plural(staged.repaired, 'score')} differed from the ledger and was put right.`]),
      ]
      printResult(output, flags.json, { ...staged.sum, kept, repaired: staged.repaired, missing }, `${lines.join('\n')}\n`)
      output.note(
        'Next: start the server. Devices send again what they hold and what was confirmed to them in the last 24 hours; nothing counts twice.\n',
      )
    } finally {
      staged.discard()
    }
  } finally {
    await held.release()
  }
}

export function registerRestore(program: Command, output: Output): void {
  program
    .command('restore')
    .description('put a backup in the place of the event; what was there is kept')
    .argument('<FILE>', 'a file that "backup" wrote')
    .option('--yes', 'replace without asking', false)
    // Not where the backup lies: that may be a mount that is only read.
    .option('--keep <FOLDER>', 'where what was there is kept on PostgreSQL', '.')
    .addHelpText(
      'after',
      `
Refused while a server runs on the database. The backup is checked before anything is replaced.
Phones send again what they hold and what was confirmed to them in the last 24 hours. What the
backup lacks is listed before anything is replaced, so that the rest can be entered by hand.
  npm run event -- restore /mnt/stick/event-1405.backup`,
    )
    .action((path: string, flags: ChangeFlags & { keep: string }) => restore(path, flags, output))
}
