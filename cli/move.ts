import type { Command } from 'commander'
import { audit, type By } from '#server/corrections/correction'
import { type DatabaseLocation, locationText, parseDatabaseUrl } from '#server/db/database-url'
import { holdOffServers } from '#server/db/open'
import { isSameSum, readLedgerSum } from '#server/db/queries/ledger-id'
import { readSnapshot } from '#server/db/whole-copy'
import { findFilledTable } from '#server/db/whole-tables'
import { readDatabaseLocation } from '#server/env'
import { Failure } from '#server/failure'
import { copyTelling, sumText } from './backup-file'
import { byCommandLine, type CommandFlags, type Output, plural, printResult, withDatabase } from './command'

function isSamePlace(one: DatabaseLocation, other: DatabaseLocation): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

async function carryOver(from: DatabaseLocation, to: DatabaseLocation, by: By) {
  return await withDatabase(
    from,
    (source) =>
      withDatabase(
        to,
        async (target) => {
          const filled = await findFilledTable(target.read)
          if (filled !== null) {
            throw new Failure(
              `${locationText(to)} is not empty (${filled}); name an empty database. To replace an event there is "restore".`,
            )
          }
          return await readSnapshot(source, async (snapshot) => {
            const sum = await readLedgerSum(snapshot.db)
            const { rows } = await target.write({ on: 'event' }, async (writer) => {
              const copied = await copyTelling(snapshot, writer)
              if (!isSameSum(await readLedgerSum(writer), sum))
                throw new Failure('The copy differs from its source; nothing was moved.')
              await audit(writer, Date.now(), by, { what: 'move', about: locationText(from) })
              return copied
            })
            return { rows, ...sum }
          })
        },
        'long command',
      ),
    'long command',
  )
}

/**
 * `move --to URL`: carries everything to another database. No server may run on either: what one accepted meanwhile would be
 * missing in the other.
 */
export async function move({ to: url, json, reason }: CommandFlags & { readonly to: string }, output: Output): Promise<void> {
  const [from, to, by] = [readDatabaseLocation(process.env), parseDatabaseUrl(url, '--to'), byCommandLine(reason)]
  if (isSamePlace(from, to)) throw new Failure('--to names the database that DATABASE_URL names; name another.')
  const heldFrom = await holdOffServers(from)
  try {
    const heldTo = await holdOffServers(to)
    try {
      const moved = await carryOver(from, to, by)
      printResult(
        output,
        json,
        moved,
        `Moved to ${locationText(to)}: ${plural(moved.rows, 'row')}, ${sumText(moved)}, with all ids; sessions go on.\n`,
      )
      output.note(
        `Next: set DATABASE_URL to the new database and start the server. ${locationText(from)} stays as it was; no server may run on it again, or devices would be told two truths.\n`,
      )
    } finally {
      await heldTo.release()
    }
  } finally {
    await heldFrom.release()
  }
}

export function registerMove(program: Command, output: Output): void {
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
