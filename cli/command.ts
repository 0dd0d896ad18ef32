import { createInterface } from 'node:readline'
import { normaliseText } from '#rules/text'
import { audit, type By } from '#server/audit'
import type { EventSum } from '#server/backup-file'
import type { Database } from '#server/db/database'
import type { DatabaseLocation } from '#server/db/database-url'
import { holdOffServers, openDatabase, type Purpose } from '#server/db/open'
import { readSettings } from '#server/db/queries/settings'
import { readDatabaseLocation } from '#server/env'
import { Failure } from '#server/failure'
import { setTimeZone } from '#server/time'

/** Where a command writes: its result, and messages for the operator beside it. */
export interface CommandOutput {
  readonly result: (text: string) => void
  readonly report: (text: string) => void
  /** Answers its questions; by default a line of the standard input does. Replaced by tests. */
  readonly answer?: () => Promise<string | null>
}

export function plural(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`
}

/** `392 entries of the ledger (3 voided), 9800 points, 48 teams, 200 people` */
export function sumText({ entries, voided, points, teams, people }: EventSum): string {
  const played = `${plural(entries, 'entry', 'entries')} of the ledger (${voided} voided), ${plural(points, 'point')}`
  return `${played}, ${plural(teams, 'team')}, ${plural(people, 'person', 'people')}`
}

/** The lines of a table for the terminal: names to the left, numbers to the right. */
export function tableLines(rows: readonly (readonly string[])[]): string[] {
  const widths =
    rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? []
  const cell = (text: string, column: number) =>
    column === 0 ? text.padEnd(widths[column] ?? 0) : text.padStart(widths[column] ?? 0)
  return rows.map((row) => row.map(cell).join('  '))
}

const REASON_MAX = 200

/** The option of every command that changes something. */
export const REASON = ['--reason <text>', 'why, for the audit trail'] as const

/** The option of every command that has a result. */
export const JSON_FLAG = ['--json', 'print the result as JSON, for scripts', false] as const

/** The command line as who did something. Throws `Failure` for a reason that does not fit into the audit trail. */
export function byCommandLine(reason: string | undefined): By {
  if (reason === undefined) return { userId: null, reason: null }
  const text = normaliseText(reason)
  if (text === '' || [...text].length > REASON_MAX)
    throw new Failure(`--reason takes 1 to ${REASON_MAX} characters.`)
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

export interface CommandFlags {
  readonly json: boolean
  readonly reason?: string | undefined
  /** Answers every question with yes. */
  readonly yes?: boolean
}

export type CommandRun = ReturnType<typeof createRun>

/** One run of a command: for whom, and how it prints and asks. */
export function createRun(output: CommandOutput, { json, reason, yes = false }: CommandFlags) {
  /** Returns null if nobody answers. Throws `Failure` if the answer is no. */
  async function confirmed(question: string, expected: string | null = null): Promise<true | null> {
    if (yes) return true
    output.report(`${question} ${expected === null ? '[y/N]' : `Type "${expected}" to go on:`} `)
    const given = await (output.answer ?? readAnswer)()
    if (given === null) return null
    const agreed = expected === null ? /^y(es)?$/i.test(given) : given === expected
    if (!agreed) throw new Failure('Nothing was changed.')
    return true
  }

  return {
    json,
    by: byCommandLine(reason),
    report: output.report,
    /** Prints the result: a text for people, or with `--json` a value as one line for scripts. */
    print(value: unknown, text: string): void {
      output.result(json ? `${JSON.stringify(value)}\n` : text)
    },
    /** Asks before something is destroyed. Throws `Failure` unless the answer is `expected` (by default yes). */
    async confirm(question: string, expected: string | null = null): Promise<void> {
      const agreed = await confirmed(question, expected)
      if (agreed === null)
        throw new Failure('Nobody answered, so nothing was changed; --yes answers in scripts.')
    },
    confirmed,
  }
}

/** Opens a database, whose event's time zone is then that of this process, and always closes it. Works beside a running server. */
export async function withDatabase<T>(
  location: DatabaseLocation,
  purpose: Purpose,
  work: (db: Database) => Promise<T>,
): Promise<T> {
  const db = await openDatabase(location, purpose)
  try {
    setTimeZone((await readSettings(db.read)).timeZone)
    return await work(db)
  } finally {
    await db.close()
  }
}

/** The same with the database that DATABASE_URL names. */
export async function onEvent<T>(purpose: Purpose, work: (db: Database) => Promise<T>): Promise<T> {
  return await withDatabase(readDatabaseLocation(process.env), purpose, work)
}

/** Works while no server can start on these databases. Throws `Failure` if one runs. */
export async function withoutServers<T>(
  [location, ...others]: readonly DatabaseLocation[],
  work: () => Promise<T>,
): Promise<T> {
  if (location === undefined) return await work()
  const lock = await holdOffServers(location)
  try {
    return await withoutServers(others, work)
  } finally {
    await lock.release()
  }
}

/** Writes the audit entry of a command that makes no other change, in a transaction of its own. */
export async function recordCommand(
  db: Database,
  by: By,
  entry: Parameters<typeof audit>[3],
): Promise<void> {
  await db.write({ on: 'records' }, (writer) => audit(writer, Date.now(), by, entry))
}
