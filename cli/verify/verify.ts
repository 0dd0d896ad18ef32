import type { Command } from 'commander'
import type { Database } from '#server/db/database'
import { recountScore } from '#server/db/ledger'
import type { DatabaseLocation } from '#server/db/open'
import { findScoreDifferences, type ScoreDifference } from '#server/db/queries/score-differences'
import { readDatabaseLocation } from '#server/env'
import { Failure } from '#server/failure'
import { localTime } from '#server/local-time'
import { byCommandLine, JSON_FLAG, REASON } from '../common/command-line'
import { type Output, plural, printResult } from '../common/output'
import { recordCommand } from '../common/record-command'
import { withDatabase } from '../common/with-database'

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

/** `verify`: fails if a score differs from the ledger; with `--repair` it corrects the score instead. */
export async function verify(
  location: DatabaseLocation,
  repair: boolean,
  output: Output,
  json = false,
  reason?: string,
): Promise<void> {
  const by = byCommandLine(reason)
  await withDatabase(location, async (db) => {
    const differences = repair ? await repairScores(db) : await findScoreDifferences(db.read)
    const lines = differences.map((difference) => `${differenceText(difference)}\n`).join('')
    printResult(output, json, { differences, repaired: repair }, lines === '' ? 'Every score is what the ledger says.\n' : lines)
    if (differences.length === 0) return
    if (repair) {
      await recordCommand(db, by, { what: 'repair', about: plural(differences.length, 'score') })
      output.note(`${plural(differences.length, 'score')} put right.\n`)
    } else
      throw new Failure(
        `${plural(differences.length, 'score differs', 'scores differ')} from the ledger; verify --repair puts them right.`,
      )
  })
}

export function registerVerify(program: Command, output: Output): void {
  program
    .command('verify')
    .description('recompute every score from the ledger and compare; ends with 1 where one differs')
    .option('--repair', 'put right what differs', false)
    .option(...JSON_FLAG)
    .option(...REASON)
    .addHelpText(
      'after',
      `
It only reads, and works beside the server. A difference is a fault of the program: keep a backup before --repair.
  npm run event -- verify
  npm run event -- verify --repair --reason "after the power cut"`,
    )
    .action(({ repair, json, reason }: { repair: boolean; json: boolean; reason?: string }) =>
      verify(readDatabaseLocation(process.env), repair, output, json, reason),
    )
}
