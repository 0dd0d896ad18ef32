import { findOdd, type OddEntry, type OddFinding, type TagRefusal } from '#rules/odd'
import type { Reader } from '../database'
import { isUnvoided } from '../ledger'
import { REHEARSAL_PREFIX } from './rehearsal'

const HOUR_MS = 3_600_000
/** How many of the newest entries are checked: the last hours of a large event, and all of a small one, read in less than 300 ms. */
const ODD_ENTRIES = 25_000

/** The newest unvoided entries, oldest first; without those of organisers, which have a reason, and of rehearsals, which are faster than people. */
async function readEntries(db: Reader): Promise<readonly OddEntry[]> {
  const places = await db.selectFrom('vendors').select(['vendor_id', 'location']).execute()
  const locations = new Map(places.map(({ vendor_id, location }) => [vendor_id, location]))
  const rows = await db
    .selectFrom('awards')
    .where('reason', 'is', null)
    .where('kind', '<>', 'adjustment')
    .where(isUnvoided)
    .orderBy('awarded_at', 'desc')
    .limit(ODD_ENTRIES)
    .select(['team_id', 'vendor_id', 'user_id', 'nfc_id', 'awarded_at as at'])
    .execute()
  // Of the oldest hour a part may be missing, and who has most of a part need not have most of the hour.
  const oldest = rows.length < ODD_ENTRIES ? 0 : Math.ceil((rows.at(-1)?.at ?? 0) / HOUR_MS) * HOUR_MS
  return rows
    .filter(({ user_id, at }) => at >= oldest && user_id?.startsWith(REHEARSAL_PREFIX) !== true)
    .map((row) => ({ ...row, location: locations.get(row.vendor_id ?? '') ?? '' }))
    .reverse()
}

/** How many of the newest refusals of tags are checked. */
const REFUSALS = 2_000

async function readRefusals(db: Reader): Promise<readonly TagRefusal[]> {
  const rows = db.selectFrom('tag_refusals').select(['nfc_id', 'team_id', 'refused_at as at'])
  return (await rows.orderBy('refused_at', 'desc').limit(REFUSALS).execute()).reverse()
}

/** What looks odd, newest first. */
export async function readOdd(db: Reader, most: number): Promise<readonly OddFinding[]> {
  return findOdd(await readEntries(db), await readRefusals(db)).slice(0, most)
}

/** The names of what something odd is about. */
export async function readOddNames(db: Reader, { team_id = '', vendor_id = '', user_id = '' }: OddFinding) {
  const { team_name, vendor_name, nickname } = await db
    .selectNoFrom(({ selectFrom }) => [
      selectFrom('teams').where('team_id', '=', team_id).select('team_name').as('team_name'),
      selectFrom('vendors').where('vendor_id', '=', vendor_id).select('name').as('vendor_name'),
      selectFrom('users').where('user_id', '=', user_id).select('nickname').as('nickname'),
    ])
    .executeTakeFirstOrThrow()
  return { team_name: team_name ?? undefined, vendor_name: vendor_name ?? undefined, nickname: nickname ?? undefined }
}
