import { basename } from 'node:path'
import type { Command } from 'commander'
import type { DatabaseLocation } from '#server/db/open'
import { readSettings } from '#server/db/queries/settings'
import { readDatabaseLocation, readTagKeysSetting } from '#server/env'
import { applyEvent } from '#server/event-file/apply/apply-event'
import { changeText } from '#server/event-file/apply/changes'
import { isDemoEvent, readKnownEvent } from '#server/event-file/event-state'
import { FaultyEvent } from '#server/event-file/faulty-event'
import { localTime, setTimeZone } from '#server/local-time'
import { noTagKeys, type TagKeys } from '#server/tag-proof/tag-keys'
import { byCommandLine, JSON_FLAG, REASON } from '../common/command-line'
import { type Output, printResult } from '../common/output'
import { withDatabase } from '../common/with-database'
import { readTextFile } from '../files/read-text-file'
import { reportFaults } from './report-faults'
import { readEventOrTags } from './tags-csv'
import { weakBonusWarnings } from './weak-bonus'

const DEMO_REMAINS =
  "this database holds the demo event, and the demo's booths, teams and players stay in it; for a real event name a new database in DATABASE_URL"

function endWarnings(endsAt: number | null): string[] {
  if (endsAt === null || endsAt > Date.now()) return []
  return [`settings.ends_at has passed (${localTime(endsAt)}): booths give no points any more`]
}

export interface ApplyOptions {
  readonly dryRun?: boolean
  readonly json?: boolean
  readonly reason?: string | undefined
  /** Of tags that prove each touch. */
  readonly tagKeys?: TagKeys
}

/** `apply`: brings the event in line with the file, or reports every fault and changes nothing. */
export async function apply(location: DatabaseLocation, path: string, options: ApplyOptions, output: Output): Promise<void> {
  const { dryRun = false, json = false } = options
  const by = byCommandLine(options.reason)
  const text = await readTextFile(path)
  await withDatabase(location, async (db) => {
    const { file, changes } = await reportFaults(path, { output, json }, async () => {
      const { file, locate } = readEventOrTags(text, path, await readKnownEvent(db.read))
      if (file.settings?.time_zone !== undefined) setTimeZone(file.settings.time_zone)
      const order = { now: Date.now(), dryRun, by, name: basename(path), tagKeys: options.tagKeys ?? noTagKeys }
      const changes = applyEvent(db, file, order).catch((reason: unknown) => {
        throw reason instanceof FaultyEvent ? locate(reason) : reason
      })
      return { file, changes: await changes }
    })
    const { endsAt } = await readSettings(db.read)
    const warnings = [
      ...endWarnings(file.settings?.ends_at === undefined ? endsAt : file.settings.ends_at),
      ...weakBonusWarnings(file),
      ...((await isDemoEvent(db.read)) ? [DEMO_REMAINS] : []),
    ]
    const lines = changes.length === 0 ? '= nothing changed\n' : changes.map((change) => `${changeText(change)}\n`).join('')
    printResult(output, json, { applied: !dryRun, changes, warnings }, lines)
    for (const warning of warnings) output.note(`Warning: ${warning}.\n`)
    if (dryRun) output.note('This was a dry run: nothing was applied.\n')
  })
}

export function registerApply(program: Command, output: Output): void {
  program
    .command('apply')
    .description('bring the event to what a file says; applying it again changes nothing')
    .argument('<event.json>', 'settings, point types, booths with their staff, and tags; or the .csv that "tags" wrote')
    .option('--dry-run', 'only show what would change', false)
    .option(...JSON_FLAG)
    .option(...REASON)
    .addHelpText(
      'after',
      `
docs/event-file.md describes the file. Nothing of it is applied while it has a fault; every fault is shown with its line. Before
the doors open and while the event runs, beside the server: phones see the change within a second.
  npm run event -- apply event.json --dry-run
  npm run event -- apply event.json
  npm run event -- apply tags/tags-team.csv      # stickers that were printed for another database`,
    )
    .action((path: string, options: ApplyOptions) =>
      apply(readDatabaseLocation(process.env), path, { ...options, tagKeys: readTagKeysSetting(process.env) }, output),
    )
}
