import { type ExpressionBuilder, sql } from 'kysely'
import { ADJUSTMENT_TYPE } from '#contract/entities'
import { countsFrom } from '#rules/ranking'
import type { Reader, Writer } from './database'
import { insertRows, type JsonList, rowsOf, settleAll, statement } from './statement'
import type { AwardsTable, NewEntry, Tables } from './tables'

/**
 * Only this file writes `awards`, `voids` and `team_scores`, so that a score changes in the same
 * transaction as the ledger. Every team has a row in `team_scores` from its creation until it is
 * disbanded.
 */

/** Gives new teams a score of zero, in the transaction that inserts the teams. */
export async function openScores(
  db: Writer,
  teams: readonly { readonly team_id: string }[],
): Promise<void> {
  const scores = teams.map(({ team_id }) => ({ team_id, points: 0 }))
  await insertRows(db, 'team_scores', scores)
}

/** Removes a team from every ranking. Its ledger entries stay. */
export async function closeScore(db: Writer, teamId: string): Promise<void> {
  await db.deleteFrom('team_scores').where('team_id', '=', teamId).execute()
}

/** Points to add to a score, and the time from which the newest of their entries counts (ms). */
type ScoreGain = Pick<Tables['team_scores'], 'team_id' | 'points'> & { reached_at: number }

const addToScores = statement((db, gains: JsonList<ScoreGain>) =>
  db
    .updateTable('team_scores')
    .from(sql<ScoreGain>`(${rowsOf(db, 'team_scores', gains)})`.as('gain'))
    .whereRef('team_scores.team_id', '=', 'gain.team_id')
    .set((eb) => ({
      points: eb('team_scores.points', '+', eb.ref('gain.points')),
      // Entries arrive in any order, so a new one may be older than the team's latest.
      reached_at: eb
        .case()
        .when('team_scores.reached_at', '>', eb.ref('gain.reached_at'))
        .then(eb.ref('team_scores.reached_at'))
        .else(eb.ref('gain.reached_at'))
        .end(),
    })),
)

/** Sums the points of entries by team. */
function gainsOf(entries: readonly NewEntry[], isConfirmed: boolean): ScoreGain[] {
  const gains = new Map<string, ScoreGain>()
  for (const entry of entries) {
    const { team_id, points } = entry
    if (points === 0) continue
    const reached_at = countsFrom(entry, isConfirmed)
    const before = gains.get(team_id) ?? { team_id, points: 0, reached_at }
    gains.set(team_id, {
      team_id,
      points: before.points + points,
      reached_at: Math.max(before.reached_at, reached_at),
    })
  }
  return [...gains.values()]
}

/**
 * Inserts ledger entries and adds their points to the scores. The caller holds the ledger locks of
 * all their teams.
 */
export async function recordEntries(db: Writer, entries: readonly NewEntry[]): Promise<void> {
  const gains = gainsOf(entries, false)
  await settleAll([insertRows(db, 'awards', entries), gains.length > 0 && addToScores(db, gains)])
}

/**
 * Inserts one entry, like `recordEntries`. `isConfirmed`: whether it is a bonus whose time is
 * confirmed (rule 21).
 */
export async function recordEntry(db: Writer, entry: NewEntry, isConfirmed = false): Promise<void> {
  await insertRows(db, 'awards', [entry])
  if (isConfirmed) await insertRows(db, 'confirmed_bonuses', [{ award_id: entry.award_id }])
  const gains = gainsOf([entry], isConfirmed)
  if (gains.length > 0) await addToScores(db, gains)
}

export async function isBonusConfirmed(db: Writer, awardId: string): Promise<boolean> {
  const row = db.selectFrom('confirmed_bonuses').where('award_id', '=', awardId).select('award_id')
  return (await row.executeTakeFirst()) !== undefined
}

/**
 * Makes a recorded bonus count from when it was made (rule 21). The caller holds the lock of the
 * team's ledger.
 */
export async function confirmBonus(
  db: Writer,
  award: Pick<AwardsTable, 'award_id' | 'team_id'>,
): Promise<void> {
  await insertRows(db, 'confirmed_bonuses', [{ award_id: award.award_id }])
  await db
    .updateTable('team_scores')
    .where('team_id', '=', award.team_id)
    .set({ reached_at: newestScoring(db, award.team_id) })
    .execute()
}

type VoidedEntry = Pick<AwardsTable, 'award_id' | 'team_id' | 'points'>

/** Voids an entry and subtracts its points from the team's score. The caller holds the lock of the team's ledger. */
export async function voidEntry(
  db: Writer,
  entry: VoidedEntry,
  by: Omit<Tables['voids'], 'award_id'>,
): Promise<void> {
  await db
    .insertInto('voids')
    .values({ award_id: entry.award_id, ...by })
    .execute()
  if (entry.points === 0) return
  await db
    .updateTable('team_scores')
    .where('team_id', '=', entry.team_id)
    .set((eb) => ({
      points: eb('points', '-', entry.points),
      reached_at: newestScoring(db, entry.team_id),
    }))
    .execute()
}

/**
 * Rule 8: the SQL form of `countsFrom`. Uses only columns of an index. The index lacks `kind`, so a
 * bonus is an entry without a booth that is no adjustment.
 */
const countingFrom = sql<number>`case when awards.vendor_id is null and awards.point_type <> ${sql.lit(ADJUSTMENT_TYPE)}
  and not exists (select 1 from confirmed_bonuses as confirmed where confirmed.award_id = awards.award_id)
  then awards.received_at else awards.awarded_at end`

/**
 * Selects the time from which a team's newest scoring entry counts; null if it has no such entry.
 */
function newestScoring(db: Writer, teamId: string) {
  const scoring = scoringEntries(db).where('awards.team_id', '=', teamId)
  // A team may have thousands of entries from booths: read the newest from the end of an index.
  const ofBooths = scoring
    .where('awards.vendor_id', 'is not', null)
    .orderBy('awards.awarded_at', 'desc')
    .limit(1)
  const others = scoring.where('awards.vendor_id', 'is', null)
  const newest = db
    .selectFrom(ofBooths.select('awards.awarded_at as from').as('of_booths'))
    .select('of_booths.from')
    .unionAll(others.select(countingFrom.as('from')))
  return db
    .selectFrom(newest.as('newest'))
    .select((eb) => eb.fn.max('newest.from').as('reached_at'))
}

/**
 * Selects the entries that make up scores (rules 7 and 8): those with points that are not voided.
 */
export function scoringEntries(db: Reader | Writer) {
  return db.selectFrom('awards').where('awards.points', '<>', 0).where(isUnvoided)
}

/** Condition: the entry is not voided. */
export function isUnvoided({ not, exists, selectFrom, lit }: ExpressionBuilder<Tables, 'awards'>) {
  return not(
    exists(
      selectFrom('voids')
        .whereRef('voids.award_id', '=', 'awards.award_id')
        .select(lit(1).as('one')),
    ),
  )
}

/** Recomputes a team's score from the ledger. The caller holds the locks of the roster and of the team's ledger. */
export async function recountScore(db: Writer, teamId: string): Promise<void> {
  await closeScore(db, teamId)
  await db
    .insertInto('team_scores')
    .columns(['team_id', 'points', 'reached_at'])
    .expression(countedScores(db).where('teams.team_id', '=', teamId))
    .execute()
}

/** Selects the scores of all teams that are not disbanded, computed from the ledger. */
export function countedScores(db: Reader | Writer) {
  return db
    .selectFrom('teams')
    .leftJoin(
      scoringEntries(db)
        .select(['awards.team_id', 'awards.points', countingFrom.as('from')])
        .as('scoring'),
      'scoring.team_id',
      'teams.team_id',
    )
    .where('teams.disbanded_at', 'is', null)
    .groupBy('teams.team_id')
    .select((eb) => [
      'teams.team_id',
      sql<number>`cast(coalesce(${eb.fn.sum('scoring.points')}, 0) as bigint)`.as('points'),
      eb.fn.max('scoring.from').as('reached_at'),
    ])
}
