import type { Command } from 'commander'
import { audit } from '#server/audit'
import { copyAndCompare, readEventSum } from '#server/backup-file'
import { COMMAND } from '#server/command-name'
import type { Database } from '#server/db/database'
import { type DatabaseLocation, locationText, parseDatabaseUrl } from '#server/db/database-url'
import { readSnapshot } from '#server/db/whole-copy'
import { findFilledTable } from '#server/db/whole-tables'
import { readDatabaseLocation } from '#server/env'
import { Failure } from '#server/failure'
import { type CommandFlags, type CommandOutput, type CommandRun, createRun } from './command'
import { withDatabase, withoutServers } from './event-database'
import { plural, sumText } from './lines'

async function copyDatabase(
  from: DatabaseLocation,
  to: DatabaseLocation,
  { by, report }: CommandRun,
) {
  const copy = (source: Database) =>
    withDatabase(to, 'long command', async (target) => {
      const filled = await findFilledTable(target.read)
      if (filled !== null) {
        throw new Failure(
          `${locationText(to)} is not empty (${filled}); name an empty database. To replace an event, use "restore".`,
        )
      }
      return await readSnapshot(source, async (snapshot) => {
        const sum = await readEventSum(snapshot.db)
        const { rows } = await target.write({ kind: 'event' }, async (writer) => {
          const copied = await copyAndCompare(snapshot, writer, sum, report)
          await audit(writer, Date.now(), by, { what: 'move', about: locationText(from) })
          return copied
        })
        return { rows, ...sum }
      })
    })
  return await withDatabase(from, 'long command', copy)
}

/**
 * Copies the event to another database. Requires that no server runs on either database: awards
 * accepted during the move would be missing from the new database.
 */
async function move(url: string, run: CommandRun): Promise<void> {
  const [from, to] = [readDatabaseLocation(process.env), parseDatabaseUrl(url, '--to')]
  if (JSON.stringify(from) === JSON.stringify(to)) {
    throw new Failure('--to names the database that DATABASE_URL names; name another.')
  }
  await withoutServers([from, to], async () => {
    const moved = await copyDatabase(from, to, run)
    const text = `${plural(moved.rows, 'row')}, ${sumText(moved)}, with all ids; sessions stay valid.`
    run.print(moved, `Moved to ${locationText(to)}: ${text}\n`)
    run.report(
      `Next: set DATABASE_URL to the new database and start the server. ${locationText(from)} was not changed; no server may run on it again, or devices would get contradictory answers.\n`,
    )
  })
}

export function registerMove(program: Command, output: CommandOutput): void {
  program
    .command('move')
    .description('copy the event to another database, with all ids')
    .requiredOption('--to <URL>', 'an empty database: sqlite:FILE or postgres://…')
    .addHelpText(
      'after',
      `
Stop the server first. Afterwards sessions and links still work, and devices can still send the awards that wait on them:
  ${COMMAND} move --to postgres://geekquest:secret@localhost/geekquest`,
    )
    .action((flags: CommandFlags & { to: string }) => move(flags.to, createRun(output, flags)))
}
