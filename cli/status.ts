import { statSync } from 'node:fs'
import type { Command } from 'commander'
import { sql } from 'kysely'
import { isInsideEvent } from '#rules/award-time'
import { VERSION } from '#server/build-info'
import { COMMAND } from '#server/command-name'
import type { Database, Reader } from '#server/db/database'
import { type DatabaseLocation, locationText } from '#server/db/database-url'
import { readActiveOrganisers } from '#server/db/queries/accounts'
import { readLastBackupAt } from '#server/db/queries/audit'
import { readBooths } from '#server/db/queries/booths'
import { countLateEntries } from '#server/db/queries/late-entries'
import { readEventState, readSettings } from '#server/db/queries/settings'
import { readSmsSpent, readSmsTotals, readSmsTrouble } from '#server/db/queries/sms-messages'
import { readPublicUrl, readSome } from '#server/env'
import { firstOrganiserUrl } from '#server/event-file/first-organiser'
import type { SpendingLimit } from '#server/sms/sms-service'
import { localTime } from '#server/time'
import { type CommandFlags, type CommandOutput, type CommandRun, createRun } from './command'
import { withEventDatabase } from './event-database'
import { plural, tableLines } from './lines'

const newest = (times: readonly (string | null)[]) =>
  times.reduce((a, b) => (a === null || (b !== null && b > a) ? b : a), null)

/** Reads booths with their devices' last reports; without personal data. */
async function readBoothStatus(db: Reader, now: number) {
  return (await readBooths(db, now)).map(
    ({ vendor_id, name, closed, awards_last_hour, refused_last_hour, staff }) => {
      const reported = staff.flatMap(({ waiting }) => (waiting === null ? [] : [waiting]))
      return {
        vendor_id,
        name,
        closed,
        awards_last_hour,
        refused_last_hour,
        /** When any device of the booth was last in contact. */
        last_seen_at: newest(staff.map((person) => person.last_seen_at)),
        /** Awards waiting on the booth's devices; null if no device has reported. */
        waiting: reported.length === 0 ? null : reported.reduce((sum, one) => sum + one, 0),
      }
    },
  )
}

async function readSmsStatus(db: Reader, budget: SpendingLimit, now: number) {
  const { sent, failed } = await readSmsTotals(db)
  const { all, day } = await readSmsSpent(db, now)
  const trouble = await readSmsTrouble(db)
  return {
    sent,
    failed,
    trouble,
    spent: all.total,
    spent_day: day.total,
    budget: budget.all,
    budget_day: budget.day,
  }
}

/**
 * Reads the event's size on disk, in bytes. `wal` is null on PostgreSQL, whose log covers all
 * databases of the server.
 */
async function readSize(
  db: Reader,
  location: DatabaseLocation,
): Promise<{ size: number; wal: number | null }> {
  if (location.engine === 'postgres') {
    const { rows } = await sql<{
      size: number
    }>`select pg_database_size(current_database()) as size`.execute(db)
    return { size: rows[0]?.size ?? 0, wal: null }
  }
  const sizeOf = (file: string) => statSync(file, { throwIfNoEntry: false })?.size ?? 0
  return { size: sizeOf(location.file), wal: sizeOf(`${location.file}-wal`) }
}

/** Reads the status. Times are ms since the epoch, or null; booths' times are ISO 8601 texts. */
async function readStatus(
  { read }: Database,
  location: DatabaseLocation,
  budget: SpendingLimit,
  now: number,
) {
  const { closedAt, ...settings } = await readSettings(read)
  return {
    version: VERSION,
    database: locationText(location),
    ...(await readSize(read, location)),
    lastBackupAt: await readLastBackupAt(read),
    settings,
    /** Number of organisers who can sign in. */
    organisers: (await readActiveOrganisers(read)).size,
    frozenAt: (await readEventState(read)).frozen_at,
    closedAt,
    /** Late entries that the organiser has neither accepted nor declined. */
    late: await countLateEntries(read),
    sms: await readSmsStatus(read, budget, now),
    booths: await readBoothStatus(read, now),
  }
}
type Status = Awaited<ReturnType<typeof readStatus>>

/** Formats an age such as `12 s ago`. Hours are the largest unit, which is enough for an event. */
function agoText(time: string | null, now: number): string {
  if (time === null) return 'never'
  const seconds = Math.max(0, Math.round((now - Date.parse(time)) / 1000))
  if (seconds < 120) return `${seconds} s ago`
  return seconds < 7200
    ? `${Math.round(seconds / 60)} min ago`
    : `${Math.round(seconds / 3600)} h ago`
}

function boothLines(booths: Status['booths'], now: number): string[] {
  return tableLines([
    ['Booth', 'last seen', 'awards/h', 'refused/h', 'waiting'],
    ...booths.map((booth) => [
      `${booth.name} (${booth.vendor_id})${booth.closed ? ', closed' : ''}`,
      agoText(booth.last_seen_at, now),
      String(booth.awards_last_hour),
      String(booth.refused_last_hour),
      booth.waiting === null ? '?' : String(booth.waiting),
    ]),
  ])
}

function windowText({ settings }: Status, now: number): string {
  const from = settings.startsAt === null ? 'no start' : `from ${localTime(settings.startsAt)}`
  const to = settings.endsAt === null ? 'no end' : `to ${localTime(settings.endsAt)}`
  return `${from}, ${to}; now ${isInsideEvent(now, settings) ? 'open' : 'closed'}`
}

const megabytes = (bytes: number) => `${(bytes / 1_000_000).toFixed(1)} MB`

/**
 * Formats the status for the terminal. `signUp`: the first organiser's sign-up address, while no
 * organiser can sign in.
 */
function statusText(status: Status, signUp: string | null, now: number): string {
  const {
    version,
    database,
    size,
    wal,
    lastBackupAt,
    organisers,
    frozenAt,
    closedAt,
    late,
    sms,
    booths,
  } = status
  const lines = {
    Version: version,
    Database: database,
    Size: `${megabytes(size)}${wal === null ? '' : `, and ${megabytes(wal)} of WAL`}`,
    'Last backup': lastBackupAt === null ? 'none' : localTime(lastBackupAt),
    Window: windowText(status, now),
    Organisers:
      signUp === null
        ? `${organisers} can sign in`
        : `none can sign in; the first one signs up at ${signUp}`,
    Ranking: frozenAt === null ? 'live' : `frozen since ${localTime(frozenAt)}`,
    Results: `${closedAt === null ? 'open' : `closed since ${localTime(closedAt)}`}, ${plural(late, 'late entry', 'late entries')} undecided`,
    SMS: `${sms.sent} sent, ${sms.failed} failed; budget used: ${sms.spent} of ${sms.budget}, ${sms.spent_day} of ${sms.budget_day} in 24 hours`,
  }
  const trouble =
    sms.trouble === null ? [] : [`The SMS provider refuses all messages: ${sms.trouble}`]
  const table = booths.length === 0 ? [] : ['', ...boothLines(booths, now)]
  return [
    ...Object.entries(lines).map(([name, value]) => `${name.padEnd(14)}${value}`),
    ...trouble,
    ...table,
    '',
  ].join('\n')
}

async function status(run: CommandRun): Promise<void> {
  const { database, smsBudget, smsBudgetDay } = readSome(process.env, [
    'database',
    'smsBudget',
    'smsBudgetDay',
  ])
  await withEventDatabase('command', async (db) => {
    const now = Date.now()
    const read = await readStatus(db, database, { all: smsBudget, day: smsBudgetDay }, now)
    // Leave the address out of `--json`: scripts store their output, and whoever has the address
    // can become an organiser.
    const signUp =
      read.organisers > 0 || run.json
        ? null
        : await firstOrganiserUrl(db, readPublicUrl(process.env))
    run.print({ at: localTime(now), ...read }, statusText(read, signUp, now))
  })
}

export function registerStatus(program: Command, output: CommandOutput): void {
  program
    .command('status')
    .description(
      "show each booth's waiting awards and awards per hour, the SMS and their budget, and the database",
    )
    .addHelpText(
      'after',
      `
"waiting" is the number of awards that the booth's devices last reported as not yet on the server; "?" if none has reported. Awards and
refusals are those of the last hour. The budget is that of SMS_BUDGET and SMS_BUDGET_DAY, which must be set as for the server. While nobody
can sign in as organiser, the address at which the first organiser signs up is shown (not with --json).
  ${COMMAND} status`,
    )
    .action((flags: CommandFlags) => status(createRun(output, flags)))
}
