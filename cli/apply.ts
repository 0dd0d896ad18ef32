import { basename } from 'node:path'
import type { Command } from 'commander'
import type { EventChange } from '#contract/event'
import { COMMAND } from '#server/command-name'
import { readSome } from '#server/env'
import { applyEvent } from '#server/event-file/apply'
import { changeText } from '#server/event-file/changes'
import { isDemoEvent } from '#server/event-file/current-event'
import type { ParsedEvent } from '#server/event-file/schema'
import { Failure } from '#server/failure'
import { Refusal } from '#server/refusal'
import { sharedKeysWarning } from '#server/tag-proof/tag-keys'
import { localTime, setTimeZone } from '#server/time'
import { type CommandFlags, type CommandOutput, type CommandRun, createRun } from './command'
import { withEventDatabase } from './event-database'
import { FaultyText, readEventText, readTextFile } from './event-text'
import { plural } from './lines'

/**
 * Runs work on a file. Prints the file's faults, if any, and throws a `Failure` of one sentence.
 */
async function reportFaults<T>(path: string, run: CommandRun, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (reason) {
    if (!(reason instanceof FaultyText)) throw reason
    const { faults, total } = reason
    if (run.json) run.print({ faults, faults_total: total }, '')
    else for (const { fault } of faults) run.report(`${fault}\n`)
    const shown = total > faults.length ? `, of which ${faults.length} are shown` : ''
    throw new Failure(`${plural(total, 'fault')} in ${path}${shown}; nothing was applied.`)
  }
}

const RANDOM_PART_MIN = 10

/**
 * Whether a stranger could guess the id: fewer than ten characters after its first hyphen, or a
 * number of up to four digits at its end.
 */
function isEasyToGuess(nfcId: string): boolean {
  const random = nfcId.includes('-') ? nfcId.slice(nfcId.indexOf('-') + 1) : nfcId
  return random.length < RANDOM_PART_MIN || /[-_]\d{1,4}$/.test(nfcId)
}

/** Warns of bonus tags with guessable ids: anyone who guesses the address gets the points. */
export function weakBonusWarnings({ tags = [] }: ParsedEvent): string[] {
  return tags
    .filter(
      (tag) => tag.nfc_type === 'bonus' && tag.proof === undefined && isEasyToGuess(tag.nfc_id),
    )
    .map(
      ({ nfc_id }) =>
        `the bonus "${nfc_id}" is easy to guess; end it with at least ten random characters`,
    )
}

const DEMO_WARNING =
  "this database holds the demo event, and the demo's booths, teams and players stay in it; to prepare a real event, set DATABASE_URL to a new database"

function endWarning(endsAt: number | null): string | null {
  if (endsAt === null || endsAt > Date.now()) return null
  return `settings.ends_at has passed (${localTime(endsAt)}): booths can give no more points`
}

interface ApplyFlags extends CommandFlags {
  readonly dryRun: boolean
  readonly yes: boolean
}

const asFailure = (reason: unknown) =>
  reason instanceof Refusal &&
  (reason.code === 'CHANGED_MEANWHILE' || reason.code === 'CONFIRM_NEEDED')
    ? new Failure(
        'Somebody changed the event while the command waited for an answer; nothing was applied. Run it again.',
      )
    : reason

/**
 * Asks before anybody loses a booth, the organiser role or their sign-in. Returns false if nobody
 * would.
 */
async function confirmLosses(changes: readonly EventChange[], run: CommandRun): Promise<boolean> {
  const losses = changes.filter(({ kind }) => kind === 'loses')
  if (losses.length === 0) return false
  for (const loss of losses) run.report(`${changeText(loss)}\n`)
  const them = plural(new Set(losses.map(({ name }) => name)).size, 'person', 'people')
  await run.confirm(
    `${them} would lose a booth, the organiser role or their sign-in. Apply the file?`,
  )
  return true
}

/** Brings the event in line with the file, or reports every fault and changes nothing. */
async function apply(path: string, { dryRun, yes }: ApplyFlags, run: CommandRun): Promise<void> {
  const [{ tagKeys }, text] = [readSome(process.env, ['tagKeys']), await readTextFile(path)]
  await withEventDatabase('command', async (db) => {
    const { file, changes, endsAt, proving } = await reportFaults(path, run, async () => {
      const { values, located } = readEventText(text)
      const options = {
        now: Date.now(),
        by: run.by,
        name: basename(path),
        tagKeys,
        version: null,
        confirmed: yes,
      }
      const tried = await located(() => applyEvent(db, values, { ...options, dryRun: true }))
      if (tried.file.settings?.time_zone !== undefined) setTimeZone(tried.file.settings.time_zone)
      if (dryRun) return tried
      // Apply only the changes that the organiser was shown and confirmed.
      const agreed =
        !yes && (await confirmLosses(tried.changes, run))
          ? { version: tried.version, confirmed: true }
          : {}
      return await located(() => applyEvent(db, values, { ...options, ...agreed, dryRun })).catch(
        (reason: unknown) => {
          throw asFailure(reason)
        },
      )
    })
    const warnings = [
      endWarning(endsAt),
      ...weakBonusWarnings(file),
      sharedKeysWarning(proving, tagKeys),
      (await isDemoEvent(db.read)) ? DEMO_WARNING : null,
    ].filter((warning) => warning !== null)
    const lines =
      changes.length === 0
        ? '= nothing changed\n'
        : changes.map((change) => `${changeText(change)}\n`).join('')
    run.print({ applied: !dryRun, changes, warnings }, lines)
    for (const warning of warnings) run.report(`Warning: ${warning}.\n`)
    if (dryRun) run.report('This was a dry run: nothing was applied.\n')
  })
}

export function registerApply(program: Command, output: CommandOutput): void {
  program
    .command('apply')
    .description('change the event to match a file; applying the file again changes nothing')
    .argument('<event.json>', 'settings, point types, booths with their staff, organisers and tags')
    .option('--dry-run', 'only show what would change', false)
    .option(
      '--yes',
      'apply the file even if somebody loses a booth, a role or their sign-in',
      false,
    )
    .addHelpText(
      'after',
      `
docs/event-file.md describes the file. If the file has a fault, nothing is applied and every fault is shown with its line. Before
anybody loses a booth, a role or their sign-in, the command names them and asks. The command also works during the event, while the
server runs: phones show the change within seconds.
  ${COMMAND} apply event.json --dry-run
  ${COMMAND} apply event.json`,
    )
    .action((path: string, flags: ApplyFlags) => apply(path, flags, createRun(output, flags)))
}
