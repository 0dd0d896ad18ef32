import { createHash } from 'node:crypto'
import type { Award, LatestAward } from '#contract/entities'
import { HIDDEN_TEAM } from '#texts/nouns'
import { isoTime } from '../../iso-time'
import type { Reader, Writer } from '../database'
import { statement } from '../statement'

/** Awards in the contract's format; the caller adds conditions. */
export function selectAwards(db: Reader | Writer) {
  return db
    .selectFrom('awards')
    .innerJoin('teams', 'teams.team_id', 'awards.team_id')
    .innerJoin('point_types', 'point_types.point_type', 'awards.point_type')
    .leftJoin('vendors', 'vendors.vendor_id', 'awards.vendor_id')
    .leftJoin('voids', 'voids.award_id', 'awards.award_id')
    .select([
      'awards.award_id',
      'awards.team_id',
      'teams.team_name',
      'awards.vendor_id',
      'vendors.name as vendor_name',
      'awards.point_type',
      'point_types.label',
      'awards.points',
      'awards.awarded_at',
      'awards.received_at',
      'voids.voided_at',
      'teams.hidden_at',
    ])
}

type AwardRow = Awaited<ReturnType<ReturnType<typeof selectAwards>['execute']>>[number]

/** An award as its team and the organiser see it. */
export function showAward({ voided_at, hidden_at: _hidden, ...row }: AwardRow): Award {
  return {
    ...row,
    awarded_at: isoTime(row.awarded_at),
    received_at: isoTime(row.received_at),
    voided: voided_at !== null,
  }
}

/** An award as its booth sees it: without the name of a hidden team (rule 15). */
export function showAwardToBooth(row: AwardRow): Award {
  return showAward(row.hidden_at === null ? row : { ...row, team_name: HIDDEN_TEAM })
}

export async function readAwardForBooth(db: Reader | Writer, awardId: string): Promise<Award> {
  return showAwardToBooth(await selectAwards(db).where('awards.award_id', '=', awardId).executeTakeFirstOrThrow())
}

export async function readAward(db: Reader | Writer, awardId: string): Promise<Award> {
  return showAward(await selectAwards(db).where('awards.award_id', '=', awardId).executeTakeFirstOrThrow())
}

/** The latest awards of a booth, newest first. */
export async function readVendorAwards(db: Reader | Writer, vendorId: string, limit: number): Promise<Award[]> {
  const rows = await selectAwards(db)
    .where('awards.vendor_id', '=', vendorId)
    .orderBy('awards.awarded_at', 'desc')
    .orderBy('awards.received_at', 'desc')
    .orderBy('awards.award_id')
    .limit(limit)
    .execute()
  return rows.map(showAwardToBooth)
}

const latestAwards = statement<{ limit: number }>()((db, { limit }) =>
  selectAwards(db)
    .where('voids.award_id', 'is', null)
    .where('teams.disbanded_at', 'is', null)
    .where('teams.hidden_at', 'is', null)
    .orderBy('awards.awarded_at', 'desc')
    .orderBy('awards.received_at', 'desc')
    .orderBy('awards.award_id')
    .limit(limit)
    .compile(),
)

/** The latest unvoided awards to teams that are neither disbanded nor hidden, newest first. */
export async function readLatestAwards(db: Reader, limit: number): Promise<LatestAward[]> {
  return (await latestAwards(db, { limit })).map((row) => {
    const { team_name, vendor_name, label, points, awarded_at } = showAward(row)
    return { team_name, vendor_name, label, points, awarded_at }
  })
}

/** The ledger entry with this id, and whether it is voided. */
export async function findAward(db: Reader | Writer, awardId: string) {
  return await db
    .selectFrom('awards')
    .leftJoin('voids', 'voids.award_id', 'awards.award_id')
    .where('awards.award_id', '=', awardId)
    .selectAll('awards')
    .select('voids.voided_at')
    .executeTakeFirst()
}

/**
 * The id under which a person's award is recorded whose own id somebody else's award has taken, seen in a copy that was shown
 * (a UUID).
 */
export function ownIdOf(userId: string, awardId: string): string {
  const hex = createHash('sha256').update(`${userId}\n${awardId}`).digest('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `a${hex.slice(17, 20)}`, hex.slice(20, 32)].join('-')
}

/** A person's award of this id. Somebody else's may have taken the id (`ownIdOf`); where there is no other, that one. */
export async function findOwnAward(db: Reader | Writer, awardId: string, userId: string) {
  const found = await findAward(db, awardId)
  if (found === undefined || found.user_id === userId) return found
  return (await findAward(db, ownIdOf(userId, awardId))) ?? found
}

/** The award that a tag gave a team, if it was collected (rule 11). */
export async function findBonusAward(db: Reader | Writer, teamId: string, nfcId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('awards')
    .where('team_id', '=', teamId)
    .where('nfc_id', '=', nfcId)
    .select('award_id')
    .executeTakeFirst()
  return row?.award_id
}
