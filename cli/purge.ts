import type { Command } from 'commander'
import { COMMAND } from '#server/command-name'
import { Failure } from '#server/failure'
import { checkClock, type Purged, purge } from '#server/retention'
import { type CommandFlags, type CommandOutput, type CommandRun, createRun } from './command'
import { withEventDatabase } from './event-database'

const LABELS = {
  sessions: 'expired sessions',
  signInRequests: 'expired codes and links of SMS',
  links: 'links that were never used',
  counters: 'counters of SMS and wrong codes',
  sms: 'records of sent SMS',
  registrations: 'registrations that were never used',
  records: 'refusals, messages and entries of histories',
  people: 'accounts made anonymous',
} as const satisfies Record<keyof Purged, string>

function purgedText(purged: Purged): string {
  const counts: Readonly<Record<string, number>> = { ...purged }
  return Object.entries(LABELS)
    .map(([name, label]) => `${String(counts[name] ?? 0).padStart(8)}  ${label}\n`)
    .join('')
}

interface PurgeFlags extends CommandFlags {
  readonly dryRun: boolean
}

async function purgeEvent(dryRun: boolean, run: CommandRun): Promise<void> {
  await withEventDatabase('long command', async (db) => {
    const { doubt } = await checkClock(db, Date.now)
    if (doubt !== null) throw new Failure(`Refused: ${doubt}.`)
    const expired = await purge(db, Date.now(), { by: run.by, dryRun: true })
    if (!dryRun && Object.values(expired).some((rows) => rows > 0))
      // An unattended run goes on: the server deletes the same every day.
      await run.confirmed(`${purgedText(expired)}Only a backup brings these back. Delete them?`)
    const purged = dryRun ? expired : await purge(db, Date.now(), { by: run.by, dryRun })
    run.print({ ...purged, dry_run: dryRun }, purgedText(purged))
    if (dryRun) run.report('This was a dry run: nothing was deleted.\n')
  })
}

export function registerPurge(program: Command, output: CommandOutput): void {
  program
    .command('purge')
    .description('delete data that is older than the terms allow')
    .option('--dry-run', 'only count what would be deleted', false)
    .option('--yes', 'delete without asking', false)
    .addHelpText(
      'after',
      `
The server does this daily by itself; the command also works while the server runs, and asks before it deletes. Deletes expired sessions and codes, registrations
that are older than 30 days and were never used if no code or link to them is left, technical data and records of SMS after 2 years, and
refusals, messages and histories after 7 years. An account that is older than 7 years and has no open session becomes anonymous if in
the last 7 years it joined no team and gave or scanned no points. The ledger stays.
  ${COMMAND} purge --dry-run`,
    )
    .action((flags: PurgeFlags) => purgeEvent(flags.dryRun, createRun(output, flags)))
}
