import type { Command } from 'commander'
import type { ChangeFlags, CommandFlags } from '../common/on-event'
import type { Output } from '../common/output'
import { backup } from './backup-command'
import { move } from './move-command'
import { restore } from './restore-command'

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
