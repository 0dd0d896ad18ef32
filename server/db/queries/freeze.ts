import type { Standing } from '#rules/ranking'
import type { Reader, Writer } from '../database'
import { readMark, removeMark, writeSetting } from './settings'

/** One team's score at the moment of the freeze. */
interface FrozenScore extends Standing {
  readonly hidden: boolean
}

/** The moment of the freeze and the scores at that moment (rule 16). */
export interface Freeze {
  readonly at: number
  readonly scores: readonly FrozenScore[]
}

/** When the ranking was frozen (ms); null if it is not. */
export async function readFrozenAt(db: Reader | Writer): Promise<number | null> {
  const at = await readMark(db, 'frozen_at')
  return at === null ? null : Number(at)
}

export async function readFreeze(db: Reader): Promise<Freeze | null> {
  const at = await readFrozenAt(db)
  if (at === null) return null
  const rows = await db
    .selectFrom('frozen_scores as frozen')
    .innerJoin('teams', 'teams.team_id', 'frozen.team_id')
    .select(['frozen.team_id', 'teams.team_name', 'frozen.points', 'frozen.reached_at', 'teams.hidden_at'])
    .execute()
  const scores = rows.map(({ team_id, team_name, points, reached_at, hidden_at }) => ({
    ...{ teamId: team_id, teamName: team_name, points, reachedAt: reached_at, hidden: hidden_at !== null },
  }))
  return { at, scores }
}

/** Keeps every score as it is now. */
export async function startFreeze(db: Writer, now: number): Promise<void> {
  await db.deleteFrom('frozen_scores').execute()
  // One statement, so that all scores are of the same moment.
  await db
    .insertInto('frozen_scores')
    .columns(['team_id', 'points', 'reached_at'])
    .expression(db.selectFrom('team_scores').select(['team_id', 'points', 'reached_at']))
    .execute()
  await writeSetting(db, 'frozen_at', now)
}

export async function endFreeze(db: Writer): Promise<void> {
  await db.deleteFrom('frozen_scores').execute()
  await removeMark(db, 'frozen_at')
}
