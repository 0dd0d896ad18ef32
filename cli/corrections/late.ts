import type { Command } from 'commander'
import type { RuleCode } from '#contract/codes'
import { acceptLate } from '#server/corrections/accept-late'
import type { By, CorrectionGame } from '#server/corrections/correction'
import { type NamedLateEntry, readLateEntries } from '#server/db/queries/late-entries'
import { Failure } from '#server/failure'
import { Refusal } from '#server/refusal'
import { localTime } from '#server/time'
import { type CommandFlags, type Output, type Print, plural } from '../common/command'
import { correct } from './points'

/** Why an entry cannot be accepted. */
const NOT_ACCEPTED: Partial<Record<RuleCode, string>> = {
  AWARD_CONFLICT: 'another award has its id',
  AWARD_NOT_FOUND: 'it voids an award that is late too; accept that one first',
  COOLDOWN: 'the team has the same points of this booth within the pause',
  EVENT_CLOSED: 'the event was not open when it was made',
  POINT_TYPE_NOT_ALLOWED: 'the booth does not give this type of points any more',
  TAG_TAKEN: 'the team has collected the points of this tag',
  TEAM_NOT_FOUND: 'the team was disbanded',
}

const decision = ({ accepted_at, declined_at }: NamedLateEntry) =>
  accepted_at !== null ? '; accepted' : declined_at !== null ? '; declined' : ''

function line(entry: NamedLateEntry): string {
  const { late_id, kind, vendor_name, team_name, label, points, made_at, received_at } = entry
  const from = vendor_name === null ? '' : `${vendor_name} to `
  const times = `made ${localTime(made_at)}, received ${localTime(received_at)}`
  return `${late_id}  ${kind}: ${from}${team_name}, ${label}, ${points}; ${times}${decision(entry)}\n`
}

function list(entries: readonly NamedLateEntry[], print: Print): void {
  const late = entries.map(({ made_at, received_at, accepted_at, declined_at, user_id: _user, ...entry }) => ({
    ...{ ...entry, awarded_at: localTime(made_at), received_at: localTime(received_at) },
    ...{ accepted: accepted_at !== null, declined: declined_at !== null },
  }))
  print({ late }, entries.length === 0 ? 'Nothing came late.\n' : entries.map(line).join(''))
}

/** In the order in which they were made, so that of two within a pause the earlier counts, and a void comes after its award. */
function waitingInOrder(entries: readonly NamedLateEntry[]): string[] {
  return entries
    .filter(({ accepted_at, declined_at }) => accepted_at === null && declined_at === null)
    .sort((a, b) => a.made_at - b.made_at || a.kind.localeCompare(b.kind))
    .map(({ late_id }) => late_id)
}

interface Accepted {
  /** Entries that count now, and those that counted before. */
  readonly accepted: number
  readonly before: number
  readonly refused: readonly { readonly late_id: string; readonly why: string }[]
}

/** Accepts each entry by itself. */
async function acceptEach(game: CorrectionGame, by: By, ids: readonly string[]): Promise<Accepted> {
  let [accepted, before] = [0, 0]
  const refused: { late_id: string; why: string }[] = []
  for (const late_id of ids) {
    try {
      const { isNew } = await acceptLate(game, by, late_id)
      if (isNew) accepted++
      else before++
    } catch (thrown) {
      if (!(thrown instanceof Refusal)) throw thrown
      refused.push({ late_id, why: NOT_ACCEPTED[thrown.code] ?? thrown.code })
    }
  }
  return { accepted, before, refused }
}

/** Throws `Failure` with every reason where an entry stays late. */
function report({ accepted, before, refused }: Accepted, json: boolean, print: Print): void {
  const text = `Accepted ${plural(accepted, 'late entry', 'late entries')}.\n`
  if (json || accepted > 0 || refused.length === 0) {
    print({ accepted, refused }, before > 0 ? 'It was accepted before; nothing was changed.\n' : text)
  }
  if (refused.length === 0) return
  const why = refused.map((one) => `${one.late_id}: ${one.why}`).join('; ')
  throw new Failure(`${plural(refused.length, 'entry stays late', 'entries stay late')}: ${why}.`)
}

interface LateFlags extends CommandFlags {
  readonly accept?: string
  readonly acceptAll: boolean
}

/** `late`: lists what came late, or accepts one entry or all. */
export function registerLate(program: Command, output: Output): void {
  program
    .command('late')
    .description('list what arrived after the results were closed, and accept it')
    .option('--accept <id>', 'count this entry')
    .option('--accept-all', 'count every entry that the other rules allow', false)
    .addHelpText(
      'after',
      `
Newest first. Accepted, an entry is judged by pause and event window at the time it was made. What they refuse stays late, and the
command ends with 1.
  npm run event -- late
  npm run event -- late --accept 4kz9… --reason "the hall had no network"
  npm run event -- late --accept-all --reason "the hall had no network"`,
    )
    .action(async (flags: LateFlags) => {
      const { accept, acceptAll, json } = flags
      if (accept !== undefined && acceptAll) throw new Failure('--accept and --accept-all exclude each other.')
      await correct(output, flags, async (game, by, print) => {
        const entries = await readLateEntries(game.db.read)
        if (accept === undefined && !acceptAll) return list(entries, print)
        if (accept !== undefined && entries.every(({ late_id }) => late_id !== accept)) {
          throw new Failure(`No late entry has the id "${accept}"; late lists them.`)
        }
        report(await acceptEach(game, by, accept === undefined ? waitingInOrder(entries) : [accept]), json, print)
      })
    })
}
