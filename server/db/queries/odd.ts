import { type SqlBool, sql } from 'kysely'
import { findOdd, type OddEntries, type OddFinding, type TagRefusal } from '#rules/odd'
import type { Reader } from '../database'
import { isUnvoided } from '../ledger'
import { REHEARSAL_PREFIX } from './rehearsal'

const HOUR_MS = 3_600_000
/**
 * Number of newest entries checked: the last hours of a large event or all of a small one, read in
 * under 300 ms.
 */
const ODD_ENTRIES = 25_000

/** Selects unvoided entries except organisers', which have a reason. */
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
 * Returns the start of the first complete hour (ms) of a list that is sorted newest first. In a
 * cut-off hour, the team with the most remaining awards need not be the one with the most in the
 * whole hour.
 */
function fullFrom<T>(rows: readonly T[], timeOf: (row: T) => number): number {
  const last = rows.at(-1)
  return last === undefined || rows.length < ODD_ENTRIES
    ? 0
    : Math.ceil(timeOf(last) / HOUR_MS) * HOUR_MS
}

/**
 * Reads the newest entries, late ones (over an hour) by their receipt. Leaves out rehearsals, which
 * are faster than people.
 */
async function readEntries(db: Reader): Promise<OddEntries> {
  const places = await db.selectFrom('vendors').select(['vendor_id', 'location']).execute()
  const locations = new Map(places.map(({ vendor_id, location }) => [vendor_id, location]))
  const newest = await oddEntries(db).orderBy('awarded_at', 'desc').orderBy('award_id').execute()
  // Must match the index of late entries.
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

/** How many of the newest refusals of tags are checked. */
const REFUSALS = 2_000

async function readRefusals(db: Reader): Promise<readonly TagRefusal[]> {
  const rows = db.selectFrom('tag_refusals').select(['nfc_id', 'team_id', 'refused_at as at'])
  return (await rows.orderBy('refused_at', 'desc').limit(REFUSALS).execute()).reverse()
}

/** Odd patterns, newest first. */
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
