import type { Database } from '#server/db/database'
import { recountScore } from '#server/db/ledger'
import { findScoreDifferences, type ScoreDifference } from '#server/db/queries/score-differences'
import { localTime } from '#server/local-time'

function scoreText(score: ScoreDifference['stored']): string {
  if (score === null) return 'no score'
  const { points, reachedAt } = score
  return reachedAt === null ? `${points} points` : `${points} points reached at ${localTime(reachedAt)}`
}

/** A line for the terminal: the stored score and the recomputed one. */
export function differenceText({ teamId, teamName, stored, counted }: ScoreDifference): string {
  return `~ team "${teamName}" (${teamId}): ${scoreText(stored)} -> ${scoreText(counted)}`
}

/** Corrects each score that differs from the ledger, one team at a time, beside a running server. Returns the differences. */
export async function repairScores(db: Database): Promise<ScoreDifference[]> {
  const differences = await findScoreDifferences(db.read)
  for (const { teamId } of differences) {
    await db.write({ on: 'roster', teamIds: [teamId] }, (writer) => recountScore(writer, teamId))
  }
  return differences
}
