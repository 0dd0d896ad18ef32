import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Command } from 'commander'
import { KEEPABLE, type Keepable } from '#contract/organiser-entities'
import { folderForBackups } from '#server/backup-file'
import { COMMAND } from '#server/command-name'
import { locationText } from '#server/db/database-url'
import { readSome } from '#server/env'
import { Failure } from '#server/failure'
import { resetEvent, resetFileName } from '#server/reset-event'
import { type CommandFlags, type CommandOutput, type CommandRun, createRun } from './command'
import { withEventDatabase, withoutServers } from './event-database'
import { plural } from './lines'

interface ResetFlags extends CommandFlags {
  readonly keep: string
  readonly backup?: string
}

function parseKeep(text: string): ReadonlySet<Keepable> {
  const names = text.split(',').map((name) => name.trim())
  const keep = new Set<Keepable>()
  for (const name of names) {
    const known = KEEPABLE.find((one) => one === name)
    if (known === undefined)
      throw new Failure(`--keep takes any of ${KEEPABLE.join(',')}, but not "${name}".`)
    keep.add(known)
  }
  return keep
}

function newFile(path: string): string {
  const file = resolve(path)
  if (existsSync(file)) throw new Failure(`${file} exists; name another file with --backup.`)
  return file
}

/**
 * Empties the event. Requires that no server runs: awards confirmed after the backup would be in
 * neither the backup nor the event.
 */
async function reset(flags: ResetFlags, run: CommandRun): Promise<void> {
  const { database: location, productName } = readSome(process.env, ['database', 'productName'])
  const keep = parseKeep(flags.keep)
  const given = flags.backup === undefined ? null : newFile(flags.backup)
  await withoutServers([location], async () => {
    const gone = KEEPABLE.filter((name) => !keep.has(name))
    run.report(
      `${locationText(location)}: these will be deleted: the ledger, teams, refusals, messages, the audit trail${gone.map((name) => `, ${name}`).join('')}.\n`,
    )
    await run.confirm(
      'The only way to undo this is to restore the backup that is made first.',
      productName,
    )
    await withEventDatabase('long command', async (db) => {
      // The name has the time in the event's zone, which is known only now.
      const file = given ?? join(folderForBackups(location), resetFileName(Date.now()))
      const deleted = await resetEvent(db, {
        keep,
        by: run.by,
        now: Date.now,
        file,
        report: run.report,
      })
      run.report(`The backup is ${deleted.backup}.\n`)
      const { awards, teams, accounts } = deleted
      const counts = `${plural(awards, 'entry', 'entries')} of the ledger, ${plural(teams, 'team')} and ${plural(accounts, 'account')}`
      run.print(deleted, `Deleted: ${counts}.\nThe previous event is in ${deleted.backup}.\n`)
      run.report(
        'That file holds names and numbers: delete it when nobody needs the rehearsal any more.\n',
      )
    })
  })
}

export function registerReset(program: Command, output: CommandOutput): void {
  program
    .command('reset')
    .description('empty the event after a rehearsal; makes a backup first')
    .requiredOption(
      '--keep <what>',
      'the parts to keep: tags,staff,settings,players, or some of them',
    )
    .option(
      '--backup <FILE>',
      'the backup file; by default beside the SQLite database, with PostgreSQL in the current folder or in HOME',
    )
    .option('--yes', "go on without asking for the event's name", false)
    .addHelpText(
      'after',
      `
Stop the server first. Deletes the ledger, teams, refusals, messages, the audit trail and the data about devices; booths and point
types stay. "tags" keeps the tags and frees them; "staff" keeps staff and organiser accounts with their sessions and links; "settings"
keeps the event's window and team size; "players" keeps players' accounts and sign-ins, but not their teams. Always deletes everything
that "rehearse" made. The command asks for the event's name (PRODUCT_NAME). Awards that still wait on devices are refused afterwards,
because their teams no longer exist.
  ${COMMAND} reset --keep tags,staff,settings --reason "rehearsal on Friday"`,
    )
    .action((flags: ResetFlags) => reset(flags, createRun(output, flags)))
}
