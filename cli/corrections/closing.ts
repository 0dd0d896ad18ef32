import type { Command } from 'commander'
import type { RuleCode } from '#contract/codes'
import { acceptLate } from '#server/corrections/accept-late'
import { closeResults, reopenResults } from '#server/corrections/close-results'
import type { CorrectionGame } from '#server/corrections/correction'
import type { DatabaseLocation } from '#server/db/open'
import { type NamedLateEntry, readLateEntries } from '#server/db/queries/late-entries'
import { readDatabaseLocation } from '#server/env'
import { Failure } from '#server/failure'
import { localTime } from '#server/local-time'
import { Refusal } from '#server/refusal'
import { byCommandLine, JSON_FLAG, REASON } from '../common/command-line'
import { type Output, plural, printResult } from '../common/output'
import { correct } from './commands'

interface Options {
  readonly reason?: string
  readonly json?: boolean
}

export async function closeCommand(location: DatabaseLocation, { reason, json = false }: Options, output: Output): Promise<void> {
  await correct(location, async (game) => {
    const { closedAt, isNew } = await closeResults(game, byCommandLine(reason))
    const at = localTime(closedAt)
    const text = isNew
      ? `Results are closed since ${at}: what arrives from now on is kept for you, see late.\n`
      : `Results are closed already, since ${at}; nothing was changed.\n`
    printResult(output, json, { closed_at: at }, text)
  })
}

export async function reopenCommand(
  location: DatabaseLocation,
  { reason, json = false }: Options,
  output: Output,
): Promise<void> {
  await correct(location, async (game) => {
    const wasClosed = await reopenResults(game, byCommandLine(reason))
    const text = wasClosed
      ? 'Results are open: what arrives counts again. What came late stays late until it is accepted.\n'
      : 'Results are open already; nothing was changed.\n'
    printResult(output, json, { closed_at: null }, text)
  })
}

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

function line({
  late_id,
  kind,
  vendor_name,
  team_name,
  label,
  points,
  made_at,
  received_at,
  accepted_at,
}: NamedLateEntry): string {
  const from = vendor_name === null ? '' : `${vendor_name} to `
  const times = `made ${localTime(made_at)}, received ${localTime(received_at)}`
  return `${late_id}  ${kind}: ${from}${team_name}, ${label}, ${points}; ${times}${accepted_at === null ? '' : '; accepted'}\n`
}

interface Verdict {
  readonly late_id: string
  readonly is: 'accepted' | 'accepted before' | 'refused'
  readonly why?: string
}

async function acceptOne(game: CorrectionGame, reason: string | undefined, late_id: string): Promise<Verdict> {
  try {
    const { isNew } = await acceptLate(game, byCommandLine(reason), late_id)
    return { late_id, is: isNew ? 'accepted' : 'accepted before' }
  } catch (thrown) {
    if (!(thrown instanceof Refusal)) throw thrown
    return { late_id, is: 'refused', why: NOT_ACCEPTED[thrown.code] ?? thrown.code }
  }
}

/** In the order in which they were made, so that of two within a pause the earlier counts, and a void comes after its award. */
function inOrder(entries: readonly NamedLateEntry[]): string[] {
  return entries
    .filter(({ accepted_at }) => accepted_at === null)
    .sort((a, b) => a.made_at - b.made_at || a.kind.localeCompare(b.kind))
    .map(({ late_id }) => late_id)
}

export interface LateOptions extends Options {
  readonly accept?: string
  readonly acceptAll?: boolean
}

function list(entries: readonly NamedLateEntry[], json: boolean, output: Output): void {
  const late = entries.map(({ made_at, received_at, accepted_at, user_id: _user, ...entry }) => ({
    ...{ ...entry, awarded_at: localTime(made_at), received_at: localTime(received_at), accepted: accepted_at !== null },
  }))
  printResult(output, json, { late }, entries.length === 0 ? 'Nothing came late.\n' : entries.map(line).join(''))
}

/** Throws `Failure` with every reason where an entry stays late. */
function report(verdicts: readonly Verdict[], json: boolean, output: Output): void {
  const of = (which: Verdict['is']) => verdicts.filter(({ is }) => is === which)
  const [accepted, refused] = [of('accepted').length, of('refused')]
  const text = `Accepted ${plural(accepted, 'late entry', 'late entries')}.\n`
  const again = 'It was accepted before; nothing was changed.\n'
  if (json || accepted > 0 || refused.length === 0) {
    const shown = refused.map(({ late_id, why }) => ({ late_id, why }))
    printResult(output, json, { accepted, refused: shown }, of('accepted before').length > 0 ? again : text)
  }
  if (refused.length === 0) return
  const why = refused.map((one) => `${one.late_id}: ${one.why}`).join('; ')
  throw new Failure(`${plural(refused.length, 'entry stays late', 'entries stay late')}: ${why}.`)
}

/** `late`: lists what came late, or accepts one entry or all, each by itself. */
export async function lateCommand(location: DatabaseLocation, options: LateOptions, output: Output): Promise<void> {
  const { accept, acceptAll = false, reason, json = false } = options
  if (accept !== undefined && acceptAll) throw new Failure('--accept and --accept-all exclude each other.')
  await correct(location, async (game) => {
    const entries = await readLateEntries(game.db.read)
    if (accept === undefined && !acceptAll) return list(entries, json, output)
    if (accept !== undefined && entries.every(({ late_id }) => late_id !== accept)) {
      throw new Failure(`No late entry has the id "${accept}"; late lists them.`)
    }
    const verdicts: Verdict[] = []
    for (const id of accept === undefined ? inOrder(entries) : [accept]) verdicts.push(await acceptOne(game, reason, id))
    report(verdicts, json, output)
  })
}

export function registerClosing(program: Command, output: Output): void {
  const database = () => readDatabaseLocation(process.env)

  program
    .command('close')
    .description('close the results: what arrives later counts only if you accept it')
    .option(...REASON)
    .option(...JSON_FLAG)
    .addHelpText(
      'after',
      `
What was recorded before stays; your own awards, voids and adjustments count as ever. Closed twice, it stays at the first moment.
  npm run event -- close --reason "the prizes"`,
    )
    .action((options: Options) => closeCommand(database(), options, output))

  program
    .command('reopen')
    .description('open closed results again; what came late stays late')
    .option(...REASON)
    .option(...JSON_FLAG)
    .addHelpText(
      'after',
      `
  npm run event -- reopen --reason "a second round"`,
    )
    .action((options: Options) => reopenCommand(database(), options, output))

  program
    .command('late')
    .description('list what arrived after the results were closed, and accept it')
    .option('--accept <id>', 'count this entry')
    .option('--accept-all', 'count every entry that the other rules allow', false)
    .option(...REASON)
    .option(...JSON_FLAG)
    .addHelpText(
      'after',
      `
Newest first. Accepted, an entry is judged by pause and event window at the time it was made. What they refuse stays late, and the
command ends with 1.
  npm run event -- late
  npm run event -- late --accept 4kz9… --reason "the hall had no network"
  npm run event -- late --accept-all --reason "the hall had no network"`,
    )
    .action((options: LateOptions) => lateCommand(database(), options, output))
}
