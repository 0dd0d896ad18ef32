import type { DatabaseLocation } from '#server/db/open'
import { type Purged, purge } from '#server/retention/purge'
import { byCommandLine } from '../common/command-line'
import { type Output, printResult } from '../common/output'
import { withDatabase } from '../common/with-database'

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
export async function purgeCommand(
  location: DatabaseLocation,
  { dryRun, json, reason, output }: { dryRun: boolean; json: boolean; reason?: string | undefined; output: Output },
  now = Date.now(),
): Promise<void> {
  const by = byCommandLine(reason)
  await withDatabase(location, async (db) => {
    const purged = await purge(db, now, { by, dryRun })
    printResult(output, json, { ...purged, dry_run: dryRun }, purgedText(purged))
    if (dryRun) output.note('This was a dry run: nothing was deleted.\n')
  })
}
