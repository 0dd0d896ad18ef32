import { audit } from '#server/corrections/correction'
import { findById } from '#server/db/queries/accounts'
import { countMembers, findTeamOf } from '#server/db/queries/teams'
import { Failure } from '#server/failure'
import { isErased, judgeClock, type Purged, pseudonymise, purge } from '#server/retention'
import { confirm } from '../common/confirm'
import { findPerson } from '../common/find-person'
import { type ChangeFlags, type CommandFlags, onEvent } from '../common/on-event'
import type { Output } from '../common/output'

/** `erase person ID` */
export async function erasePerson(who: string, flags: ChangeFlags, output: Output): Promise<void> {
  await onEvent(output, flags, async (db, by, print) => {
    const person = await findPerson(db.read, who)
    if (isErased(person)) throw new Failure(`The account ${person.user_id} stands for nobody any more.`)
    output.note(`${person.first_name} ${person.last_name} (${person.nickname}, ${person.mobile}), account ${person.user_id}.\n`)
    await confirm('Erase who this account belongs to? It cannot be undone.', { ...flags, output })
    const now = Date.now()
    // Without `tell`, so that everybody rereads: the name may stand on any screen.
    const disbanded = await db.write({ on: 'event' }, async (writer) => {
      const standing = await findById(writer, person.user_id)
      const team = await findTeamOf(writer, person.user_id)
      if (standing !== undefined && !isErased(standing)) {
        await pseudonymise(writer, standing, now)
        await audit(writer, now, by, { what: 'erase', person_id: person.user_id })
      }
      return team !== undefined && (await countMembers(writer, team.team_id)) === 0 ? team : null
    })
    if (!(await db.forgetDeleted())) {
      output.note("The database's log could not be emptied: it holds the data until the server is stopped.\n")
    }
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
