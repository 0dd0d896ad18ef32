import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, resolve } from 'node:path'
import { type DatabaseLocation, locationText } from '#server/db/database-url'
import { holdOffServers } from '#server/db/open'
import { isSameSum, type LedgerSum, readLedgerSum } from '#server/db/queries/ledger-id'
import { openSqlite } from '#server/db/sqlite'
import { copyEverything, readSnapshot } from '#server/db/whole-copy'
import { currentShapes, emptyTables, findFilledTable } from '#server/db/whole-tables'
import { readDatabaseLocation } from '#server/env'
import { Failure } from '#server/failure'
import { fileTime } from '#server/time'
import { byCommandLine } from '../common/command-line'
import { confirm } from '../common/confirm'
import type { ChangeFlags } from '../common/on-event'
import { type Output, plural, printResult } from '../common/output'
import { progressTo } from '../common/progress'
import { recordCommand } from '../common/record-command'
import { withDatabase } from '../common/with-database'
import { findMissing, type Missing, missingText } from './missing-entries'
import { type StagedBackup, stageBackup } from './stage-backup'
import { swapFile } from './swap-file'
import { sumText, writeBackup } from './write-backup'

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
        (await findFilledTable(read, await currentShapes())) === null
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
async function fillPostgres(location: Postgres, staged: StagedBackup, output: Output): Promise<void> {
  const source = await openSqlite(staged.path)
  try {
    await withDatabase(
      location,
      async (db) => {
        const shapes = await currentShapes()
        const onProgress = progressTo(output, (rows) => `${rows} rows restored`)
        await db.write({ on: 'event' }, async (writer) => {
          await emptyTables(writer, shapes)
          await readSnapshot(source, (snapshot) => copyEverything(snapshot, writer, shapes, onProgress))
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
  { keepIn, standing, output }: { keepIn: string; standing: Standing | 'nothing' | 'unreadable'; output: Output },
): Promise<string | null> {
  const before = `before-restore-${fileTime(Date.now())}`
  if (location.engine === 'sqlite') return await swapFile(staged.path, location.file, freeName(`${location.file}.${before}`, ''))
  const kept = standing === 'nothing' ? null : freeName(resolve(keepIn, before), '.backup')
  if (kept !== null) await withDatabase(location, (db) => writeBackup(db, kept, Date.now()), 'long command')
  await fillPostgres(location, staged, output)
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
      const kept = await replace(location, staged, { keepIn: flags.keep, standing, output })
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
