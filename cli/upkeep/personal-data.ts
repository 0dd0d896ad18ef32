import { Argument, type Command } from 'commander'
import { erasePerson as eraseFromEvent } from '#server/corrections/person'
import { Failure } from '#server/failure'
import { isErased, judgeClock, type Purged, purge } from '#server/retention'
import { type ChangeFlags, type CommandFlags, confirm, type Output, onEvent } from '../common/command'
import { findPerson } from '../common/find-person'
import { type ResetFlags, reset } from './reset-command'

/** `erase person ID` */
export async function erasePerson(who: string, flags: ChangeFlags, output: Output): Promise<void> {
  await onEvent(output, flags, async (db, by, print) => {
    const person = await findPerson(db.read, who)
    if (isErased(person)) throw new Failure(`The account ${person.user_id} stands for nobody any more.`)
    output.note(`${person.first_name} ${person.last_name} (${person.nickname}, ${person.mobile}), account ${person.user_id}.\n`)
    await confirm('Erase who this account belongs to? It cannot be undone.', { ...flags, output })
    const { disbanded, isGone } = await eraseFromEvent({ db, now: Date.now }, by, person.user_id)
    if (!isGone) output.note("The database's log could not be emptied: it holds the data until the server is stopped.\n")
    print(
      { user_id: person.user_id, erased: true },
      `Erased: account ${person.user_id} stands for nobody any more; the ledger stays.\n`,
    )
    if (disbanded !== null) output.note(`Nobody else was in "${disbanded.team_name}", so it is disbanded.\n`)
    output.note('Backups and exports made before still hold the data: delete them.\n')
  })
}

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
