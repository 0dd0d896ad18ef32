import { type ExpressionBuilder, sql } from 'kysely'
import type { Reader, Writer } from './database'
import { insertRows, type JsonList, rowsOf, settleAll, statement } from './statement'
import type { AwardsTable, NewEntry, Tables } from './tables'

/**
 * The only writer of `awards`, `voids` and `team_scores`, so that a score changes in the same transaction as the ledger. Every
 * team has a row in `team_scores` from its creation until it is disbanded.
 */

/** Creates the teams' scores of zero. The teams must have been inserted in the same transaction. */
export async function openScores(db: Writer, teams: readonly { readonly team_id: string }[]): Promise<void> {
  const scores = teams.map(({ team_id }) => ({ team_id, points: 0 }))
  await insertRows(db, 'team_scores', scores)
}

/** Removes a team from every ranking. Its ledger entries stay. */
export async function closeScore(db: Writer, teamId: string): Promise<void> {
  await db.deleteFrom('team_scores').where('team_id', '=', teamId).execute()
}

/** Points that are added to a score, and the time of the newest entry. */
type Gain = Pick<Tables['team_scores'], 'team_id' | 'points'> & { reached_at: number }

const addToScores = statement((db, gains: JsonList<Gain>) =>
  db
    .updateTable('team_scores')
    .from(sql<Gain>`(${rowsOf(db, 'team_scores', gains)})`.as('gain'))
    .whereRef('team_scores.team_id', '=', 'gain.team_id')
    .set((eb) => ({
      points: eb('team_scores.points', '+', eb.ref('gain.points')),
      // Awards arrive in any order, so a late one may be older than the team's latest.
      reached_at: eb
        .case()
        .when('team_scores.reached_at', '>', eb.ref('gain.reached_at'))
        .then(eb.ref('team_scores.reached_at'))
        .else(eb.ref('gain.reached_at'))
        .end(),
    })),
)

/** The sum of the entries for each team. */
function gainsOf(entries: readonly NewEntry[]): Gain[] {
  const gains = new Map<string, Gain>()
  for (const { team_id, points, awarded_at } of entries) {
    if (points === 0) continue
    const before = gains.get(team_id) ?? { team_id, points: 0, reached_at: awarded_at }
    gains.set(team_id, { team_id, points: before.points + points, reached_at: Math.max(before.reached_at, awarded_at) })
  }
  return [...gains.values()]
}

/** Inserts ledger entries and adds their points to the scores. The caller holds the locks of all those teams' ledgers. */
export async function recordEntries(db: Writer, entries: readonly NewEntry[]): Promise<void> {
  const gains = gainsOf(entries)
  await settleAll([insertRows(db, 'awards', entries), gains.length > 0 && addToScores(db, gains)])
}

/** Inserts one entry, like `recordEntries`. */
export async function recordEntry(db: Writer, entry: NewEntry): Promise<void> {
  await recordEntries(db, [entry])
}

type VoidedEntry = Pick<AwardsTable, 'award_id' | 'team_id' | 'points'>

/** Voids an entry and subtracts its points from the team's score. The caller holds the lock of the team's ledger. */
export async function voidEntry(db: Writer, entry: VoidedEntry, by: Omit<Tables['voids'], 'award_id'>): Promise<void> {
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
      // The newest entry that still scores, read from the newest end of the index.
      reached_at: scoringEntries(db)
        .where('awards.team_id', '=', entry.team_id)
        .orderBy('awards.awarded_at', 'desc')
        .limit(1)
        .select('awards.awarded_at'),
    }))
    .execute()
}

/** The entries that make up scores (rules 7 and 8): with points and not voided. */
export function scoringEntries(db: Reader | Writer) {
  return db.selectFrom('awards').where('awards.points', '<>', 0).where(isUnvoided)
}

/** A condition on entries. */
export function isUnvoided({ not, exists, selectFrom, lit }: ExpressionBuilder<Tables, 'awards'>) {
  return not(exists(selectFrom('voids').whereRef('voids.award_id', '=', 'awards.award_id').select(lit(1).as('one'))))
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

/** The score of every team that is not disbanded, computed from the ledger. */
export function countedScores(db: Reader | Writer) {
  return db
    .selectFrom('teams')
    .leftJoin(
      scoringEntries(db).select(['awards.team_id', 'awards.points', 'awards.awarded_at']).as('scoring'),
      'scoring.team_id',
      'teams.team_id',
    )
    .where('teams.disbanded_at', 'is', null)
    .groupBy('teams.team_id')
    .select((eb) => [
      'teams.team_id',
      sql<number>`cast(coalesce(${eb.fn.sum('scoring.points')}, 0) as bigint)`.as('points'),
      eb.fn.max('scoring.awarded_at').as('reached_at'),
    ])
}
