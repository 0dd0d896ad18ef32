import type { DatabaseLocation } from '../db/open'
import { findScoreDifferences } from '../db/queries/score-differences'
import { readSettings } from '../db/queries/settings'
import { Failure } from '../failure'
import { applyEvent } from './apply/apply-event'
import { changeText } from './apply/changes'
import { byCommandLine } from './command-line'
import { isDemoEvent, readKnownEvent } from './event-state'
import { faultTexts } from './file/fault'
import { FaultyEvent } from './file/faulty-event'
import { readEventOrTags } from './file/tags-csv'
import { weakBonusWarnings } from './file/weak-bonus'
import { findPerson } from './find-person'
import { localTime } from './local-time'
import { createLoginLink, withdrawSignIns } from './login-link'
import { type Output, plural, printResult } from './output'
import { readTextFile } from './read-text-file'
import { recordCommand } from './record-command'
import { differenceText, repairScores } from './verify'
import { withDatabase } from './with-database'

const DEMO_REMAINS =
  "this database holds the demo event, and the demo's booths, teams and players stay in it; for a real event name a new database in DATABASE_URL"

function endWarnings(endsAt: number | null): string[] {
  if (endsAt === null || endsAt > Date.now()) return []
  return [`settings.ends_at has passed (${localTime(endsAt)}): booths give no points any more`]
}

/** Prints the faults of a file line by line and throws a one-sentence `Failure`. */
export async function reportFaults<T>(path: string, output: Output, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (reason) {
    if (!(reason instanceof FaultyEvent)) throw reason
    for (const text of faultTexts(reason.faults)) output.note(`${text}\n`)
    throw new Failure(`${plural(reason.faults.length, 'fault')} in ${path}; nothing was applied.`)
  }
}

/** `apply`: brings the event in line with the file, or reports every fault and changes nothing. */
export async function apply(location: DatabaseLocation, path: string, dryRun: boolean, output: Output): Promise<void> {
  const text = await readTextFile(path)
  await withDatabase(location, async (db) => {
    const { file, changes } = await reportFaults(path, output, async () => {
      const { file, locate } = readEventOrTags(text, path, await readKnownEvent(db.read))
      const changes = applyEvent(db, file, { now: Date.now(), dryRun }).catch((reason: unknown) => {
        throw reason instanceof FaultyEvent ? locate(reason) : reason
      })
      return { file, changes: await changes }
    })
    output.result(changes.length === 0 ? '= nothing changed\n' : changes.map((change) => `${changeText(change)}\n`).join(''))
    const { endsAt } = await readSettings(db.read)
    const warnings = [
      ...endWarnings(file.settings?.ends_at === undefined ? endsAt : file.settings.ends_at),
      ...weakBonusWarnings(file),
      ...((await isDemoEvent(db.read)) ? [DEMO_REMAINS] : []),
    ]
    for (const warning of warnings) output.note(`Warning: ${warning}.\n`)
    if (dryRun) output.note('This was a dry run: nothing was applied.\n')
  })
}

/** `login-link`: only the link is printed as the result, so that it can be piped. */
export async function loginLink(location: DatabaseLocation, publicUrl: URL, who: string, output: Output): Promise<void> {
  await withDatabase(location, async (db) => {
    const person = await findPerson(db.read, who)
    const link = await createLoginLink({ db, now: Date.now, publicUrl }, person.user_id)
    output.note(`Signs in ${person.first_name} ${person.last_name} (${person.nickname}) once:\n`)
    output.result(`${link}\n`)
  })
}

/** `login-link --withdraw` */
export async function withdrawLinks(location: DatabaseLocation, who: string, output: Output): Promise<void> {
  await withDatabase(location, async (db) => {
    const person = await findPerson(db.read, who)
    const { links, challenges, sessions } = await withdrawSignIns({ db, now: Date.now }, person.user_id)
    const ended = `${plural(links, "organiser's link")}, ${plural(challenges, 'SMS code')} and ${plural(sessions, 'session')}`
    output.result(`Ended for ${person.nickname}: ${ended}.\n`)
  })
}

const SCORES_ARE_RIGHT = 'Every score is what the ledger says.\n'

/** `verify`: fails if a score differs from the ledger; with `--repair` it corrects the score instead. */
export async function verify(
  location: DatabaseLocation,
  repair: boolean,
  output: Output,
  json = false,
  reason?: string,
): Promise<void> {
  const by = byCommandLine(reason)
  await withDatabase(location, async (db) => {
    const differences = repair ? await repairScores(db) : await findScoreDifferences(db.read)
    const lines = differences.map((difference) => `${differenceText(difference)}\n`).join('')
    printResult(output, json, { differences, repaired: repair }, differences.length === 0 ? SCORES_ARE_RIGHT : lines)
    if (differences.length === 0) return
    if (repair) {
      await recordCommand(db, by, { what: 'repair', about: plural(differences.length, 'score') })
      output.note(`${plural(differences.length, 'score')} put right.\n`)
    } else
      throw new Failure(
        `${plural(differences.length, 'score differs', 'scores differ')} from the ledger; verify --repair puts them right.`,
      )
  })
}
