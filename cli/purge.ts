import type { Command } from 'commander'
import { Failure } from '#server/failure'
import { judgeClock, type Purged, purge } from '#server/retention'
import { type CommandFlags, type Output, onEvent } from './command'

const LABELS = {
  sessions: 'expired sessions',
  signInRequests: 'expired codes and links of SMS',
  links: 'links that were never used',
  counters: 'counters of SMS and wrong codes',
  sms: 'notes of sent SMS',
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

/** `purge [--dry-run]` */
export async function purgeCommand(flags: CommandFlags & { readonly dryRun: boolean }, output: Output): Promise<void> {
  const { dryRun } = flags
  await onEvent(
    output,
    flags,
    async (db, by, print) => {
      const { doubt } = await judgeClock(db, Date.now)
      if (doubt !== null) throw new Failure(`Refused: ${doubt}.`)
      const purged = await purge(db, Date.now(), { by, dryRun })
      print({ ...purged, dry_run: dryRun }, purgedText(purged))
      if (dryRun) output.note('This was a dry run: nothing was deleted.\n')
    },
    'long command',
  )
}

export function registerPurge(program: Command, output: Output): void {
  program
    .command('purge')
    .description("delete what the terms' retention periods say")
    .option('--dry-run', 'only count what would be deleted', false)
    .addHelpText(
      'after',
      `
The server does it daily by itself; it works beside it. Gone are: sessions and codes once they have expired, registrations that
nobody signed in to for 30 days and cannot any more, technical data and notes of SMS after 2 years, refusals, messages and
histories after 7 years. An account without a sign-in or an award for 7 years becomes anonymous. The ledger stays.
  npm run event -- purge --dry-run`,
    )
    .action((flags: CommandFlags & { dryRun: boolean }) => purgeCommand(flags, output))
}
