import type { By } from '#server/corrections/correction'
import type { Database } from '#server/db/database'
import type { Purpose } from '#server/db/open'
import { readDatabaseLocation } from '#server/env'
import { byCommandLine } from './command-line'
import { type Output, printResult } from './output'
import { withDatabase } from './with-database'

/** The flags of every command that changes something. */
export interface CommandFlags {
  readonly reason?: string | undefined
  readonly json: boolean
}

/** The flags of a command that asks before it changes something. */
export interface ChangeFlags extends CommandFlags {
  /** Answers every question with yes. */
  readonly yes: boolean
}

/** Prints the result: a value for scripts, a text for people. */
export type Print = (value: unknown, text: string) => void

/** The work of a command on the event that DATABASE_URL names. */
export async function onEvent<T>(
  output: Output,
  { reason, json }: CommandFlags,
  work: (db: Database, by: By, print: Print) => Promise<T>,
  purpose?: Purpose,
): Promise<T> {
  const by = byCommandLine(reason)
  return await withDatabase(
    readDatabaseLocation(process.env),
    (db) => work(db, by, (value, text) => printResult(output, json, value, text)),
    purpose,
  )
}
