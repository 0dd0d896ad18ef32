import { Argument, type Command } from 'commander'
import type { ChangeFlags, CommandFlags } from '../common/on-event'
import type { Output } from '../common/output'
import { erasePerson, purgeCommand } from './personal-data'
import { type ResetFlags, reset } from './reset-command'

/** What is deleted, and what is kept about a person. */
export function registerUpkeep(program: Command, output: Output): void {
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

  program
    .command('reset')
    .description('empty the event after a rehearsal; makes a backup first')
    .requiredOption('--keep <what>', 'tags,staff,settings, or some of them')
    .option('--backup <FILE>', 'where the backup goes; by default beside the database, or here')
    .option('--yes', "go on without asking for the event's name", false)
    .addHelpText(
      'after',
      `
Stop the server first. Deleted are the ledger, teams, players, refusals, messages, the audit trail, and what is known of devices;
booths and point types stay. With "tags" the tags stay and are free again, with "staff" the accounts of booths and organisers with
their sessions and links, with "settings" the event's window and the size of teams. What "rehearse" made goes
in any case. It asks for the event's name (PRODUCT_NAME). Awards that still wait on devices are refused afterwards, because
their teams are gone.
  npm run event -- reset --keep tags,staff,settings --reason "rehearsal on Friday"`,
    )
    .action((flags: ResetFlags) => reset(flags, output))

  program
    .command('erase')
    .description('remove from an account all that says whose it is; the ledger stays')
    .addArgument(new Argument('<what>', 'what to erase').choices(['person']))
    .argument('<who>', 'number, e-mail, nickname, name or id; where several fit, all are shown')
    .option('--yes', 'erase without asking', false)
    .addHelpText(
      'after',
      `
Gone are names, number and e-mail, sessions, links, codes, notifications and refusals; the person leaves the team, which a captain
hands to the longest-standing member. What the account gave or scanned stays in the ledger under an id that stands for nobody.
The account cannot be signed in to again; the number may register anew. Do not write the name into --reason.
  npm run event -- export person +385911234567 --out iva.json
  npm run event -- erase person +385911234567 --reason "request of 12 May"`,
    )
    .action((_what: string, who: string, flags: ChangeFlags) => erasePerson(who, flags, output))
}
