import { sql } from 'kysely'
import type { Reader, Writer } from './database'
import { jsonRows } from './json-rows'
import { statement } from './statement'
import type { AwardsTable, Tables } from './tables'
import { together } from './together'

/**
 * The only writer of `awards`, `voids` and `team_scores`, so that a score changes in the transaction of the entry that
 * changes it. Every standing team has a row in `team_scores` from its creation on; a disbanded team has none.
 */

/** Starts teams' scores at nothing; the teams have been inserted in the same change. */
export async function openScores(db: Writer, teamIds: readonly string[]): Promise<void> {
  const scores = teamIds.map((team_id) => ({ team_id, points: 0, reached_at: null }))
  await db.insertInto('team_scores').values(scores).execute()
}

/** Takes a team out of every ranking. Its entries stay in the ledger. */
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
      // Awards arrive in any order, so a late one may be older than what the team has.
      reached_at: eb
        .case()
        .when('team_scores.reached_at', '>', eb.ref('gain.awarded_at'))
        .then(eb.ref('team_scores.reached_at'))
        .else(eb.ref('gain.awarded_at'))
        .end(),
    }))
    .compile(),
)

/** What entries add to each team's score. */
function gainsOf(entries: readonly AwardsTable[]): { team_id: string; points: number; awarded_at: number }[] {
  const gains = new Map<string, { team_id: string; points: number; awarded_at: number }>()
  for (const { team_id, points, awarded_at } of entries) {
    if (points === 0) continue
    const before = gains.get(team_id) ?? { team_id, points: 0, awarded_at }
    gains.set(team_id, { team_id, points: before.points + points, awarded_at: Math.max(before.awarded_at, awarded_at) })
  }
  return [...gains.values()]
}

/** Adds entries to the ledger and their points to the teams' scores. The caller holds the ledgers of all those teams. */
export async function recordEntries(db: Writer, entries: readonly AwardsTable[]): Promise<void> {
  const gains = gainsOf(entries)
  await together([
    insertEntries(db, { entries: JSON.stringify(entries) }),
    gains.length > 0 && addToScores(db, { gains: JSON.stringify(gains) }),
  ])
}

/** Adds one entry, as `recordEntries` does. */
export async function recordEntry(db: Writer, entry: AwardsTable): Promise<void> {
  await recordEntries(db, [entry])
}

type VoidedEntry = Pick<AwardsTable, 'award_id' | 'team_id' | 'points'>

/** Voids an entry that stands and takes its points off the team's score. The caller holds the team's ledger. */
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
      // The newest entry that still scores, found through the index from its newest end.
      reached_at: scoringEntries(db)
        .where('awards.team_id', '=', entry.team_id)
        .orderBy('awards.awarded_at', 'desc')
        .limit(1)
        .select('awards.awarded_at'),
    }))
    .execute()
}

/** What makes up scores (rules 7 and 8): entries with points that nobody voided. */
export function scoringEntries(db: Reader | Writer) {
  return db
    .selectFrom('awards')
    .where('awards.points', '<>', 0)
    .where(({ not, exists, selectFrom, lit }) =>
      not(exists(selectFrom('voids').whereRef('voids.award_id', '=', 'awards.award_id').select(lit(1).as('one')))),
    )
}

/** Puts a team's score to what the ledger says. The caller holds the roster and the team's ledger. */
export async function recountScore(db: Writer, teamId: string): Promise<void> {
  await closeScore(db, teamId)
  await db
    .insertInto('team_scores')
    .columns(['team_id', 'points', 'reached_at'])
    .expression(countedScores(db).where('teams.team_id', '=', teamId))
    .execute()
}

/** The score of every standing team, counted from the ledger. */
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
