import { type ExpressionBuilder, sql } from 'kysely'
import type { Reader, Writer } from './database'
import { jsonRows, settleAll, statement } from './statement'
import type { AwardsTable, Tables } from './tables'

/**
 * The only writer of `awards`, `voids` and `team_scores`, so that a score changes in the same transaction as the ledger. Every
 * team has a row in `team_scores` from its creation until it is disbanded.
 */

/** Creates the teams' scores of zero. The teams must have been inserted in the same transaction. */
export async function openScores(db: Writer, teamIds: readonly string[]): Promise<void> {
  const scores = teamIds.map((team_id) => ({ team_id, points: 0, reached_at: null }))
  await db.insertInto('team_scores').values(scores).execute()
}

/** Removes a team from every ranking. Its ledger entries stay. */
export async function closeScore(db: Writer, teamId: string): Promise<void> {
  await db.deleteFrom('team_scores').where('team_id', '=', teamId).execute()
}

const ENTRY = {
  award_id: 'text',
  kind: 'text',
  team_id: 'text',
  vendor_id: 'text',
  point_type: 'text',
  points: 'bigint',
  awarded_at: 'bigint',
  received_at: 'bigint',
  user_id: 'text',
  nfc_id: 'text',
  reason: 'text',
} as const satisfies { readonly [K in keyof AwardsTable]: 'text' | 'bigint' }

const insertEntries = statement<{ entries: string }>()((db, { entries }) => {
  const columns = Object.keys(ENTRY) as (keyof AwardsTable)[]
  const rows = sql<AwardsTable>`select ${sql.join(columns.map((name) => sql.ref(name)))} from ${jsonRows(db, entries, ENTRY)} as entry`
  return db.insertInto('awards').columns(columns).expression(rows).compile()
})

const addToScores = statement<{ gains: string }>()((db, { gains }) =>
  db
    .updateTable('team_scores')
    .from(jsonRows(db, gains, { team_id: 'text', points: 'bigint', awarded_at: 'bigint' }).as('gain'))
    .whereRef('team_scores.team_id', '=', 'gain.team_id')
    .set((eb) => ({
      points: eb('team_scores.points', '+', eb.ref('gain.points')),
      // Awards arrive in any order, so a late one may be older than the team's latest.
      reached_at: eb
        .case()
        .when('team_scores.reached_at', '>', eb.ref('gain.awarded_at'))
        .then(eb.ref('team_scores.reached_at'))
        .else(eb.ref('gain.awarded_at'))
        .end(),
    }))
    .compile(),
)

/** The sum of the entries for each team. */
function gainsOf(entries: readonly AwardsTable[]): { team_id: string; points: number; awarded_at: number }[] {
  const gains = new Map<string, { team_id: string; points: number; awarded_at: number }>()
  for (const { team_id, points, awarded_at } of entries) {
    if (points === 0) continue
    const before = gains.get(team_id) ?? { team_id, points: 0, awarded_at }
    gains.set(team_id, { team_id, points: before.points + points, awarded_at: Math.max(before.awarded_at, awarded_at) })
  }
  return [...gains.values()]
}

/** Inserts ledger entries and adds their points to the scores. The caller holds the locks of all those teams' ledgers. */
export async function recordEntries(db: Writer, entries: readonly AwardsTable[]): Promise<void> {
  const gains = gainsOf(entries)
  await settleAll([
    insertEntries(db, { entries: JSON.stringify(entries) }),
    gains.length > 0 && addToScores(db, { gains: JSON.stringify(gains) }),
  ])
}

/** Inserts one entry, like `recordEntries`. */
export async function recordEntry(db: Writer, entry: AwardsTable): Promise<void> {
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
