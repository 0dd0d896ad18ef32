import type { Command } from 'commander'
import { COMMAND } from '#server/command-name'
import type { Database } from '#server/db/database'
import { recountScore } from '#server/db/ledger'
import { findScoreDifferences, type ScoreDifference } from '#server/db/queries/scores'
import { assertSound } from '#server/db/sqlite-check'
import { readDatabaseLocation } from '#server/env'
import { Failure } from '#server/failure'
import { localTime } from '#server/time'
import { organiserTexts } from '#texts/organiser'
import { type CommandFlags, type CommandOutput, type CommandRun, createRun } from './command'
import { recordCommand, withEventDatabase } from './event-database'
import { plural } from './lines'

function scoreText(score: ScoreDifference['stored']): string {
  if (score === null) return 'no score'
  const { points, reachedAt } = score
  return reachedAt === null
    ? `${points} points`
    : `${points} points reached at ${localTime(reachedAt)}`
}

/** Formats the stored and the recomputed score as one line. */
function differenceText({ teamId, teamName, stored, counted }: ScoreDifference): string {
  return `~ team "${teamName}" (${teamId}): ${scoreText(stored)} -> ${scoreText(counted)}`
}

const linesOf = (differences: readonly ScoreDifference[]) =>
  differences.map((difference) => `${differenceText(difference)}\n`).join('')

/**
 * Corrects each score that differs from the ledger, one team at a time, also while a server runs.
 * Returns the differences.
 */
export async function repairScores(db: Database): Promise<ScoreDifference[]> {
  const differences = await findScoreDifferences(db.read)
  for (const { teamId } of differences) {
    await db.write({ kind: 'roster', teamIds: [teamId] }, (writer) => recountScore(writer, teamId))
  }
  return differences
}

/**
 * Fails if the file is damaged or a score differs from the ledger. With `--repair`, corrects such
 * scores instead of failing.
 */
async function verify(repair: boolean, run: CommandRun): Promise<void> {
  const location = readDatabaseLocation(process.env)
  if (location.engine === 'sqlite') assertSound(location.file, 'integrity_check')
  await withEventDatabase('long command', async (db) => {
    const found = await findScoreDifferences(db.read)
    if (repair && found.length > 0)
      // An unattended run goes on: the ledger stays as it is.
      await run.confirmed(`${linesOf(found)}Correct ${plural(found.length, 'score')}?`)
    const differences = repair ? await repairScores(db) : found
    const lines = linesOf(differences)
    run.print(
      { differences, repaired: repair },
      lines === '' ? 'Every score agrees with the ledger.\n' : lines,
    )
    const count = differences.length
    if (count === 0) return
    if (!repair) {
      const what = plural(count, 'score differs', 'scores differ')
      throw new Failure(`${what} from the ledger; verify --repair corrects them.`)
    }
    await recordCommand(db, run.by, { what: 'repair', about: organiserTexts.repaired(count) })
    run.report(`${plural(count, 'score')} corrected.\n`)
  })
}

export function registerVerify(program: Command, output: CommandOutput): void {
  program
    .command('verify')
    .description(
      'check the database file, and compare every score with the ledger; the exit code is 1 if a score differs',
    )
    .option('--repair', 'correct the scores that differ', false)
    .option('--yes', 'with --repair, correct them without asking', false)
    .addHelpText(
      'after',
      `
Without --repair the command changes no entry and no score; like every command, it first migrates a database of an older
version. It works while the server runs. A difference is an error of the program: make a backup before --repair.
  ${COMMAND} verify
  ${COMMAND} verify --repair --reason "after the power cut"`,
    )
    .action((flags: CommandFlags & { repair: boolean }) =>
      verify(flags.repair, createRun(output, flags)),
    )
}
