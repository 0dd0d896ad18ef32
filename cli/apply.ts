import { basename } from 'node:path'
import type { Command } from 'commander'
import type { EventChange } from '#contract/event'
import type { Reader } from '#server/db/database'
import { readSettings } from '#server/db/queries/settings'
import { readProvingTags } from '#server/db/queries/tags'
import { readSome } from '#server/env'
import { applyEvent } from '#server/event-file/apply'
import { changeText } from '#server/event-file/changes'
import { isDemoEvent } from '#server/event-file/current-event'
import { type Fault, FaultyEvent, faultText, faultTexts } from '#server/event-file/faults'
import type { EventFile } from '#server/event-file/schema'
import { Failure } from '#server/failure'
import { Refusal } from '#server/refusal'
import { sharedKeysWarning, type TagKeys } from '#server/tag-proof/tag-keys'
import { localTime, setTimeZone } from '#server/time'
import { type ChangeFlags, confirm, type Output, onEvent, plural } from './command'
import { readEventText, readTextFile } from './event-text'

function forScripts(fault: Fault) {
  const { path, position } = fault.place
  return { line: position?.line ?? null, column: position?.column ?? null, path, fault: faultText(fault) }
}

/** Prints the faults of a file, as JSON for scripts, and throws a one-sentence `Failure`. */
async function reportFaults<T>(
  path: string,
  { output, json }: { readonly output: Output; readonly json: boolean },
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (reason) {
    if (!(reason instanceof FaultyEvent)) throw reason
    if (json) output.result(`${JSON.stringify({ faults: reason.faults.map(forScripts) })}\n`)
    else for (const text of faultTexts(reason.faults)) output.note(`${text}\n`)
    throw new Failure(`${plural(reason.faults.length, 'fault')} in ${path}; nothing was applied.`)
  }
}

const RANDOM_PART_MIN = 10

/** Whether a stranger could guess the id: little after the first hyphen, or a counter at the end. */
function isEasyToGuess(nfcId: string): boolean {
  const random = nfcId.includes('-') ? nfcId.slice(nfcId.indexOf('-') + 1) : nfcId
  return random.length < RANDOM_PART_MIN || /[-_]\d{1,4}$/.test(nfcId)
}

/** Places named in one warning. */
const NAMED_MOST = 5
const ADVICE = 'end it with at least ten random characters'

/** A warning of all bonus tags with ids that are easy to guess: whoever knows such an address gets the points. */
export function weakBonusWarnings(file: EventFile): string[] {
  const weak = (file.tags ?? []).flatMap((tag, index) =>
    tag.nfc_type === 'bonus' && tag.proof === undefined && isEasyToGuess(tag.nfc_id)
      ? [{ place: `tags[${index}].nfc_id`, id: tag.nfc_id }]
      : [],
  )
  const [first, ...others] = weak
  if (first === undefined) return []
  if (others.length === 0) return [`${first.place}: the bonus "${first.id}" is easy to guess; ${ADVICE}`]
  const named = weak.slice(0, NAMED_MOST).map(({ place, id }) => `${place} "${id}"`)
  const rest = weak.length - named.length
  const places = [...named, ...(rest === 0 ? [] : [`${rest} more`])].join(', ')
  return [`${weak.length} bonuses are easy to guess, and each should end with at least ten random characters: ${places}`]
}

const DEMO_REMAINS =
  "this database holds the demo event, and the demo's booths, teams and players stay in it; for a real event name a new database in DATABASE_URL"

function endWarnings(endsAt: number | null): string[] {
  if (endsAt === null || endsAt > Date.now()) return []
  return [`settings.ends_at has passed (${localTime(endsAt)}): booths give no points any more`]
}

/** Of the tags as they will be: those of the file, and those that it does not name. */
async function sharedKeysWarnings(db: Reader, { tags = [] }: EventFile, keys: TagKeys): Promise<string[]> {
  const proving = new Map((await readProvingTags(db)).map((tag) => [tag.nfc_id, tag]))
  for (const { nfc_id, proof, uid = proving.get(nfc_id)?.uid ?? null } of tags) {
    if (proof !== undefined) proving.set(nfc_id, { nfc_id, uid })
    else proving.delete(nfc_id)
  }
  return [sharedKeysWarning(proving.values(), keys)].filter((warning) => warning !== null)
}

type Flags = ChangeFlags & { readonly dryRun: boolean }

const asFailure = (reason: unknown) =>
  reason instanceof Refusal && (reason.code === 'CHANGED_MEANWHILE' || reason.code === 'CONFIRM_NEEDED')
    ? new Failure('Somebody changed the event while this waited for an answer; nothing was applied. Run it again.')
    : reason

/** Names who would lose a booth or the role of an organiser, if anybody, and asks. Returns whether it did. */
async function askAboutLosses(changes: readonly EventChange[], output: Output): Promise<boolean> {
  const losses = changes.filter(({ kind }) => kind === 'loses')
  if (losses.length === 0) return false
  for (const loss of losses) output.note(`${changeText(loss)}\n`)
  const [them, role] = [plural(losses.length, 'person', 'people'), 'a booth, or the role of an organiser']
  await confirm(`${them} would lose ${role}. Apply the file?`, { yes: false, output })
  return true
}

/** Brings the event in line with the file, or reports every fault and changes nothing. */
async function apply(path: string, { dryRun, yes, ...flags }: Flags, output: Output): Promise<void> {
  const [{ tagKeys }, text] = [readSome(process.env, ['tagKeys']), await readTextFile(path)]
  await onEvent(output, flags, async (db, by, print) => {
    const { file, changes } = await reportFaults(path, { output, json: flags.json }, async () => {
      const { values, located } = readEventText(text)
      const order = { now: Date.now(), by, name: basename(path), tagKeys, version: null, confirmed: yes }
      const tried = await located(() => applyEvent(db, values, { ...order, dryRun: true }))
      if (tried.file.settings?.time_zone !== undefined) setTimeZone(tried.file.settings.time_zone)
      if (dryRun) return tried
      // Whoever is asked agrees to what they are shown.
      const agreed = !yes && (await askAboutLosses(tried.changes, output)) ? { version: tried.version, confirmed: true } : {}
      return await located(() => applyEvent(db, values, { ...order, ...agreed, dryRun })).catch((reason: unknown) => {
        throw asFailure(reason)
      })
    })
    const { endsAt } = await readSettings(db.read)
    const warnings = [
      ...endWarnings(file.settings?.ends_at === undefined ? endsAt : file.settings.ends_at),
      ...weakBonusWarnings(file),
      ...(await sharedKeysWarnings(db.read, file, tagKeys)),
      ...((await isDemoEvent(db.read)) ? [DEMO_REMAINS] : []),
    ]
    const lines = changes.length === 0 ? '= nothing changed\n' : changes.map((change) => `${changeText(change)}\n`).join('')
    print({ applied: !dryRun, changes, warnings }, lines)
    for (const warning of warnings) output.note(`Warning: ${warning}.\n`)
    if (dryRun) output.note('This was a dry run: nothing was applied.\n')
  })
}

export function registerApply(program: Command, output: Output): void {
  program
    .command('apply')
    .description('bring the event to what a file says; applying it again changes nothing')
    .argument('<event.json>', 'settings, point types, booths with their staff, organisers and tags')
    .option('--dry-run', 'only show what would change', false)
    .option('--yes', 'apply it also where somebody loses a booth', false)
    .addHelpText(
      'after',
      `
docs/event-file.md describes the file. Nothing of it is applied while it has a fault; every fault is shown with its line. It names
who would lose a booth, and asks. Before the doors open and while the event runs, beside the server: phones see the change within a
second.
  npm run event -- apply event.json --dry-run
  npm run event -- apply event.json`,
    )
    .action((path: string, flags: Flags) => apply(path, flags, output))
}
