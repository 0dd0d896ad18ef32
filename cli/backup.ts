import { existsSync } from 'node:fs'
import { basename } from 'node:path'
import type { Command } from 'commander'
import { writeBackup } from '#server/backup-file'
import { COMMAND } from '#server/command-name'
import { resolvedFile } from '#server/db/database-url'
import { readDatabaseLocation } from '#server/env'
import { Failure } from '#server/failure'
import { type CommandFlags, type CommandOutput, type CommandRun, createRun } from './command'
import { recordCommand, withEventDatabase } from './event-database'
import { plural, sumText } from './lines'

async function backup(path: string, run: CommandRun): Promise<void> {
  const [location, file] = [readDatabaseLocation(process.env), resolvedFile(path)]
  if (location.engine === 'sqlite' && file === location.file) {
    throw new Failure(`${file} is the database itself; name another file.`)
  }
  await withEventDatabase('long command', async (db) => {
    const mayReplace = existsSync(file) && (await run.confirmed(`${file} exists. Replace it?`))
    if (mayReplace === null)
      run.report('Nobody answered, so the backup is written beside that file under another name.\n')
    const made = await writeBackup(db, file, run.report, mayReplace === true)
    run.print(
      made,
      `${made.file}\n${plural(made.rows, 'row')}: ${sumText(made)}; opened again and compared.\n`,
    )
    try {
      await recordCommand(db, run.by, { what: 'backup', about: basename(made.file) })
    } catch (reason) {
      // Keep the backup even without its entry: it is most needed when the disk is full.
      const why = reason instanceof Error ? reason.message : String(reason)
      run.report(`Warning: the backup could not be entered in the audit trail: ${why}.\n`)
    }
  })
}

export function registerBackup(program: Command, output: CommandOutput): void {
  program
    .command('backup')
    .description(
      'write the whole event into one file while the server runs, then open the file and compare its ledger',
    )
    .argument(
      '<FILE>',
      'the file to write; readable by its owner alone, because it holds names and numbers',
    )
    .option(
      '--yes',
      'replace an existing file without asking; without --yes, if nobody answers, the backup is written beside that file under another name',
      false,
    )
    .addHelpText(
      'after',
      `
The file is an SQLite database, whichever engine the event runs on, and can be restored on either engine.
Make a backup before the doors open, every few minutes during the event, and at its end:
  ${COMMAND} backup /mnt/stick/event-$(date +%H%M).backup`,
    )
    .action((path: string, flags: CommandFlags) => backup(path, createRun(output, flags)))
}
