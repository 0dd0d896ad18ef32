import { createInterface } from 'node:readline'
import { normaliseText } from '#rules/text'
import { audit, type By } from '#server/corrections/correction'
import type { Database } from '#server/db/database'
import type { DatabaseLocation } from '#server/db/database-url'
import { openDatabase, type Purpose } from '#server/db/open'
import { readSettings } from '#server/db/queries/settings'
import { readDatabaseLocation } from '#server/env'
import { Failure } from '#server/failure'
import { setTimeZone } from '#server/time'

/** The output of a command: its result, and notes for the organiser beside it. */
export interface Output {
  readonly result: (text: string) => void
  readonly note: (text: string) => void
  /** Answers its questions; by default a line of the standard input does. Replaced by tests. */
  readonly answer?: () => Promise<string | null>
}

export function plural(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`
}

/** The lines of a table for the terminal: names to the left, numbers to the right. */
export function tableLines(rows: readonly (readonly string[])[]): string[] {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? []
  const cell = (text: string, column: number) =>
    column === 0 ? text.padEnd(widths[column] ?? 0) : text.padStart(widths[column] ?? 0)
  return rows.map((row) => row.map(cell).join('  '))
}

/** Prints a command's result for people or, with `--json`, as one line for scripts. */
export function printResult(output: Output, json: boolean, value: unknown, text: string): void {
  output.result(json ? `${JSON.stringify(value)}\n` : text)
}

const REASON_MAX = 200

/** The option of every command that changes something. */
export const REASON = ['--reason <text>', 'why, for the audit trail'] as const

/** The option of every command that has a result. */
export const JSON_FLAG = ['--json', 'print the result as JSON, for scripts', false] as const

/** The command line as the one who did something. Throws `Failure` for a reason that cannot stand in the audit trail. */
export function byCommandLine(reason: string | undefined): By {
  if (reason === undefined) return { userId: null, reason: null }
  const text = normaliseText(reason)
  if (text === '' || [...text].length > REASON_MAX) throw new Failure(`--reason takes 1 to ${REASON_MAX} characters.`)
  return { userId: null, reason: text }
}

/** How long a pipe may take to answer (ms); a script that gives no answer must not hang. */
const PIPE_ANSWER_MS = 5_000

/** Reads one line from the terminal or a pipe; null if there is none. */
async function readAnswer(): Promise<string | null> {
  const lines = createInterface({ input: process.stdin })
  const deadline = process.stdin.isTTY ? null : setTimeout(() => lines.close(), PIPE_ANSWER_MS)
  try {
    for await (const line of lines) return line.trim()
    return null
  } finally {
    if (deadline !== null) clearTimeout(deadline)
    lines.close()
    // Otherwise an open pipe keeps the process alive.
    process.stdin.destroy()
  }
}

export interface Asking {
  /** Answers every question with yes. */
  readonly yes: boolean
  readonly output: Output
}

/** Asks before something is destroyed. Throws `Failure` unless the answer is `expected` (by default yes). */
export async function confirm(question: string, { yes, output }: Asking, expected: string | null = null): Promise<void> {
  if (yes) return
  output.note(`${question} ${expected === null ? '[y/N]' : `Type "${expected}" to go on:`} `)
  const given = await (output.answer ?? readAnswer)()
  if (given === null) throw new Failure('Nobody answered, so nothing was changed; --yes answers in scripts.')
  const agreed = expected === null ? /^y(es)?$/i.test(given) : given === expected
  if (!agreed) throw new Failure('Nothing was changed.')
}

/**
 * Opens the database for one command, which then tells times in the event's zone, and always closes it. Does not take the
 * server's lock, so it works beside a running server.
 */
export async function withDatabase<T>(
  location: DatabaseLocation,
  work: (db: Database) => Promise<T>,
  purpose: Purpose = 'command',
): Promise<T> {
  const db = await openDatabase(location, purpose)
  try {
    setTimeZone((await readSettings(db.read)).timeZone)
    return await work(db)
  } finally {
    await db.close()
  }
}

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

/** Writes the audit entry of a command that makes no other change, in a transaction of its own. */
export async function recordCommand(db: Database, by: By, entry: Parameters<typeof audit>[3]): Promise<void> {
  await db.write({ on: 'records' }, (writer) => audit(writer, Date.now(), by, entry))
}
