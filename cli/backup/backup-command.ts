import { existsSync } from 'node:fs'
import { basename } from 'node:path'
import type { Command } from 'commander'
import { fileItself } from '#server/db/database-url'
import { readDatabaseLocation } from '#server/env'
import { Failure } from '#server/failure'
import {
  type ChangeFlags,
  type CommandFlags,
  confirm,
  type Output,
  onEvent,
  plural,
  progressTo,
  recordCommand,
} from '../common/command'
import { sumText, writeBackup } from './backup-file'
import { move } from './move-command'
import { restore } from './restore-command'

/** `backup FILE` */
export async function backup(path: string, flags: ChangeFlags, output: Output): Promise<void> {
  const [location, file] = [readDatabaseLocation(process.env), fileItself(path)]
  if (location.engine === 'sqlite' && file === location.file) {
    throw new Failure(`${file} is the database itself; name another file.`)
  }
  await onEvent(
    output,
    flags,
    async (db, by, print) => {
      if (existsSync(file)) await confirm(`${file} exists. Replace it?`, { ...flags, output })
      const onProgress = progressTo(output, (rows) => `${rows} rows copied`)
      const made = await writeBackup(db, file, Date.now(), onProgress)
      print(made, `${file}\n${plural(made.rows, 'row')}: ${sumText(made)}; opened again and compared.\n`)
      try {
        await recordCommand(db, by, { what: 'backup', about: basename(file) })
      } catch (reason) {
        // The backup is good all the same, and a full disk is when it is needed most.
        output.note(
          `Warning: the audit trail has no entry of it: ${reason instanceof Error ? reason.message : String(reason)}.\n`,
        )
      }
    },
    'long command',
  )
}

/** `backup`, `restore` and `move`. */
export function registerBackup(program: Command, output: Output): void {
  program
    .command('backup')
    .description('write the whole event into one file while the server runs, open it and compare its ledger')
    .argument('<FILE>', 'the file to write; readable by its owner alone, because it holds names and numbers')
    .option('--yes', 'replace the file where it exists, without asking', false)
    .addHelpText(
      'after',
      `
The file is an SQLite database, whichever engine the event runs on, so that it restores on either.
Take one before the doors open, every few minutes while the event runs, and at its end:
  npm run event -- backup /mnt/stick/event-$(date +%H%M).backup`,
    )
    .action((path: string, flags: ChangeFlags) => backup(path, flags, output))

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

  program
    .command('move')
    .description('carry the event to another database, ids and all')
    .requiredOption('--to <URL>', 'an empty database: sqlite:FILE or postgres://…')
    .addHelpText(
      'after',
      `
Stop the server first. Sessions, links and waiting awards of devices go on to work after it:
  npm run event -- move --to postgres://geekquest:secret@localhost/geekquest`,
    )
    .action((flags: CommandFlags & { to: string }) => move(flags, output))
}
