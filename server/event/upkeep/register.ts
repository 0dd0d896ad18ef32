import type { Command } from 'commander'
import { readDatabaseLocation } from '../../env'
import { REASON } from '../command-line'
import type { Output } from '../output'
import { purgeCommand } from './purge-command'

const here = () => readDatabaseLocation(process.env)

/** What is deleted, and what is kept about a person. */
export function registerUpkeep(program: Command, output: Output): void {
  program
    .command('purge')
    .description("delete what the terms' retention periods say")
    .option('--dry-run', 'only count what would be deleted', false)
    .option('--json', 'print the counts as JSON', false)
    .option(...REASON)
    .addHelpText(
      'after',
      `
The server does it daily by itself; it works beside it. Gone are: sessions and codes once they have expired, registrations that
nobody signed in to for 30 days and cannot any more, technical data and notes of SMS after 2 years, refusals, messages and
histories after 7 years. An account without a sign-in or an award for 7 years becomes anonymous. The ledger stays.
  npm run event -- purge --dry-run`,
    )
    .action((flags: { dryRun: boolean; json: boolean; reason?: string }) => purgeCommand(here(), { ...flags, output }))
}
