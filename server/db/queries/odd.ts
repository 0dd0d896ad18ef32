import { type SqlBool, sql } from 'kysely'
import { findOdd, type OddEntries, type OddFinding, type TagRefusal } from '#rules/odd'
import type { Reader } from '../database'
import { isUnvoided } from '../ledger'
import { REHEARSAL_PREFIX } from './rehearsal'

const HOUR_MS = 3_600_000
/**
 * Maximum number of entries checked, the newest first: the last hours of a large event, or all of a
 * small one. Reading them takes less than 300 ms.
 */
const ODD_ENTRIES = 25_000

/** Selects unvoided entries, except those of organisers, which are adjustments or have a reason. */
const oddEntries = (db: Reader) =>
  db
    .selectFrom('awards')
    .where('reason', 'is', null)
    .where('kind', '<>', 'adjustment')
    .where(isUnvoided)
    .limit(ODD_ENTRIES)
    .select([
      'award_id',
      'team_id',
      'vendor_id',
      'user_id',
      'nfc_id',
      'awarded_at as at',
      'received_at as receivedAt',
    ])

/**
 * Returns the start of the first complete hour (ms) of a list that is sorted newest first. If the
 * list is cut off within an hour, it does not show which team had the most awards in that hour.
 */
function fullFrom<T>(rows: readonly T[], timeOf: (row: T) => number): number {
  const last = rows.at(-1)
  return last === undefined || rows.length < ODD_ENTRIES
    ? 0
    : Math.ceil(timeOf(last) / HOUR_MS) * HOUR_MS
}

/**
 * Reads the entries made last and, of those received over an hour after they were made, the entries
 * received last. Leaves out rehearsals, which are faster than people.
 */
async function readEntries(db: Reader): Promise<OddEntries> {
  const places = await db.selectFrom('vendors').select(['vendor_id', 'location']).execute()
  const locations = new Map(places.map(({ vendor_id, location }) => [vendor_id, location]))
  const newest = await oddEntries(db).orderBy('awarded_at', 'desc').orderBy('award_id').execute()
  // Must be the same condition as that of the index `awards_by_late_receipt`.
  const isLate = sql<SqlBool>`received_at - awarded_at > 3600000`
  const late = await oddEntries(db)
    .where(isLate)
    .orderBy('received_at', 'desc')
    .orderBy('award_id')
    .execute()
  const byId = new Map([...newest, ...late].map((row) => [row.award_id, row]))
  const entries = [...byId.values()]
    .filter(({ user_id }) => user_id?.startsWith(REHEARSAL_PREFIX) !== true)
    .map(({ award_id: _id, ...row }) => ({
      ...row,
      location: locations.get(row.vendor_id ?? '') ?? '',
    }))
  const madeFrom = fullFrom(newest, ({ at }) => at)
  // An award that is not late was made at most an hour before its receipt.
  const receivedFrom = Math.max(
    madeFrom === 0 ? 0 : madeFrom + HOUR_MS,
    fullFrom(late, ({ receivedAt }) => receivedAt),
  )
  return {
    made: entries.filter(({ at }) => at >= madeFrom).sort((a, b) => a.at - b.at),
    received: entries
      .filter(({ receivedAt }) => receivedAt >= receivedFrom)
      .sort((a, b) => a.receivedAt - b.receivedAt),
  }
}

/** Maximum number of refused tag scans that are checked, the newest first. */
const REFUSALS = 2_000

async function readRefusals(db: Reader): Promise<readonly TagRefusal[]> {
  const rows = db.selectFrom('tag_refusals').select(['nfc_id', 'team_id', 'refused_at as at'])
  return (await rows.orderBy('refused_at', 'desc').limit(REFUSALS).execute()).reverse()
}

/** Finds odd patterns, newest first. */
export async function readOdd(db: Reader, most: number): Promise<readonly OddFinding[]> {
  return findOdd(await readEntries(db), await readRefusals(db)).slice(0, most)
}

/** Reads the names of a finding's subjects. */
export async function readOddNames(
  db: Reader,
  { team_id = '', vendor_id = '', user_id = '' }: OddFinding,
) {
  const { team_name, vendor_name, nickname } = await db
    .selectNoFrom(({ selectFrom }) => [
      selectFrom('teams').where('team_id', '=', team_id).select('team_name').as('team_name'),
      selectFrom('vendors').where('vendor_id', '=', vendor_id).select('name').as('vendor_name'),
      selectFrom('users').where('user_id', '=', user_id).select('nickname').as('nickname'),
    ])
    .executeTakeFirstOrThrow()
  return {
    team_name: team_name ?? undefined,
    vendor_name: vendor_name ?? undefined,
    nickname: nickname ?? undefined,
  }
}
