import { statSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import type { Command } from 'commander'
import { sql } from 'kysely'
import { TAG_TYPES } from '#contract/entities'
import { isInsideEvent } from '#rules/award-time'
import type { Reader } from '#server/db/database'
import { type DatabaseLocation, locationText } from '#server/db/database-url'
import { readLastBackupAt } from '#server/db/queries/audit'
import { readBooths } from '#server/db/queries/booths'
import { countLateEntries } from '#server/db/queries/late-entries'
import { countRows } from '#server/db/queries/ledger-id'
import { readFrozenAt, readSettings } from '#server/db/queries/settings'
import { readSmsSpent, readSmsTotals } from '#server/db/queries/sms-messages'
import type { AwardKind } from '#server/db/tables'
import { readSome } from '#server/env'
import { hasEvent, isDemoEvent } from '#server/event-file/current-event'
import type { SpendingLimit } from '#server/sms/sms-desk'
import { localTime } from '#server/time'
import { type Output, onEvent, plural, tableLines } from './command'

const newest = (times: readonly (string | null)[]) => times.reduce((a, b) => (a === null || (b !== null && b > a) ? b : a), null)

/** What changes by the minute while the event runs. */
export async function readDayStatus(db: Reader, budget: SpendingLimit, now: number) {
  const booths = await readBooths(db, now)
  const { sent, failed } = await readSmsTotals(db)
  const spent = await readSmsSpent(db, now)
  return {
    booths: booths.map(({ vendor_id, name, closed, awards_last_hour, refused_last_hour, staff }) => {
      const told = staff.flatMap(({ waiting }) => (waiting === null ? [] : [waiting]))
      return {
        ...{ vendor_id, name, closed, awards_last_hour, refused_last_hour },
        /** When any of the booth's devices was last heard of. */
        last_seen_at: newest(staff.map((person) => person.last_seen_at)),
        /** Awards on its devices that the server does not have yet; null if no device has said. */
        waiting: told.length === 0 ? null : told.reduce((sum, one) => sum + one, 0),
      }
    }),
    sms: { sent, failed, spent: spent.all.total, spent_day: spent.day.total, budget: budget.all, budget_day: budget.day },
  }
}

export type DayStatus = Awaited<ReturnType<typeof readDayStatus>>

/** `12 s ago`; a day is long enough for an event. */
function agoText(time: string | null, now: number): string {
  if (time === null) return 'never'
  const seconds = Math.max(0, Math.round((now - Date.parse(time)) / 1000))
  if (seconds < 120) return `${seconds} s ago`
  return seconds < 7200 ? `${Math.round(seconds / 60)} min ago` : `${Math.round(seconds / 3600)} h ago`
}

/** Formats it for the terminal: a line of SMS, and a table of the booths. */
export function dayStatusText({ booths, sms }: DayStatus, now: number): string {
  const counts = `${sms.sent} sent, ${sms.failed} failed; budget used: ${sms.spent} of ${sms.budget}, ${sms.spent_day} of ${sms.budget_day} in 24 hours`
  const rows = [
    ['Booth', 'last seen', 'awards/h', 'refused/h', 'waiting'],
    ...booths.map((booth) => [
      `${booth.name} (${booth.vendor_id})${booth.closed ? ', closed' : ''}`,
      agoText(booth.last_seen_at, now),
      String(booth.awards_last_hour),
      String(booth.refused_last_hour),
      booth.waiting === null ? '?' : String(booth.waiting),
    ]),
  ]
  return `${'SMS'.padEnd(14)}${counts}\n${booths.length === 0 ? '' : `\n${tableLines(rows).join('\n')}\n`}`
}

/** How many tags there are of each type, how many of them a team has claimed, and how many are written. */
async function countTags(db: Reader) {
  const rows = await db
    .selectFrom('tags')
    .groupBy('nfc_type')
    .select((eb) => [
      'nfc_type',
      eb.fn.countAll<number>().as('total'),
      eb.fn.count<number>('team_id').as('claimed'),
      eb.fn.count<number>('written_at').as('written'),
    ])
    .execute()
  return TAG_TYPES.map((type) => {
    const row = rows.find(({ nfc_type }) => nfc_type === type)
    return { type, total: row?.total ?? 0, claimed: row?.claimed ?? 0, written: row?.written ?? 0 }
  })
}

async function countAwards(db: Reader) {
  const rows = await db
    .selectFrom('awards')
    .groupBy('kind')
    .select((eb) => ['kind', eb.fn.countAll<number>().as('total'), eb.fn.max('awarded_at').as('latest')])
    .execute()
  const awards: Record<AwardKind, number> = { award: 0, bonus: 0, adjustment: 0 }
  for (const row of rows) awards[row.kind] = row.total
  return { awards, latestAwardAt: rows.length === 0 ? null : Math.max(...rows.map((row) => row.latest)) }
}

async function countAccounts(db: Reader) {
  const users = await db.selectFrom('users').select(['vendor_id', 'organiser_since', 'first_signed_in_at']).execute()
  const staff = users.filter((user) => user.vendor_id !== null)
  // An organiser is neither.
  const players = users.filter((user) => user.vendor_id === null && user.organiser_since === null)
  const signedIn = (accounts: typeof users) => accounts.filter((user) => user.first_signed_in_at !== null).length
  return {
    players: players.length,
    playersSignedIn: signedIn(players),
    staff: staff.length,
    staffSignedIn: signedIn(staff),
  }
}

async function eventKind(db: Reader): Promise<'none' | 'demo' | 'real'> {
  if (await isDemoEvent(db)) return 'demo'
  return (await hasEvent(db)) ? 'real' : 'none'
}

/** The event in numbers, without personal data. Times are ms since the epoch, or null. */
export async function readStatus(db: Reader) {
  const teams = await db.selectFrom('teams').select('disbanded_at').execute()
  const active = teams.filter((team) => team.disbanded_at === null).length
  const { closedAt, ...settings } = await readSettings(db)
  return {
    event: await eventKind(db),
    settings,
    ...(await countAccounts(db)),
    teams: active,
    teamsDisbanded: teams.length - active,
    booths: await countRows(db, 'vendors'),
    pointTypes: await countRows(db, 'point_types'),
    tags: await countTags(db),
    ...(await countAwards(db)),
    voided: await countRows(db, 'voids'),
    frozenAt: await readFrozenAt(db),
    closedAt,
    lastBackupAt: await readLastBackupAt(db),
    /** What came late and is not accepted. */
    late: await countLateEntries(db),
    refusals: await db
      .selectFrom('refusals')
      .groupBy('code')
      .orderBy('code')
      .select((eb) => ['code', eb.fn.countAll<number>().as('total')])
      .execute(),
  }
}
export type EventStatus = Awaited<ReturnType<typeof readStatus>>

const EVENTS = {
  none: 'none yet; enter one with "apply event.json"',
  demo: 'the demo event, made up for trying out',
  real: "the organiser's event",
} as const satisfies Record<EventStatus['event'], string>

function windowText({ settings }: EventStatus, now: number): string {
  const from = settings.startsAt === null ? 'no start' : `from ${localTime(settings.startsAt)}`
  const to = settings.endsAt === null ? 'no end' : `to ${localTime(settings.endsAt)}`
  return `${from}, ${to}; now ${isInsideEvent(now, settings) ? 'open' : 'closed'}`
}

function resultsText({ closedAt, late }: EventStatus): string {
  const state = closedAt === null ? 'open' : `closed since ${localTime(closedAt)}`
  return `${state}, ${plural(late, 'late entry', 'late entries')} not accepted`
}

/** What the event takes on the disk, in bytes. The log of PostgreSQL is that of all its databases. */
export async function readSize(db: Reader, location: DatabaseLocation): Promise<{ size: number; wal: number | null }> {
  if (location.engine === 'postgres') {
    const { rows } = await sql<{ size: number }>`select pg_database_size(current_database()) as size`.execute(db)
    return { size: rows[0]?.size ?? 0, wal: null }
  }
  const sizeOf = (file: string) => statSync(file, { throwIfNoEntry: false })?.size ?? 0
  return { size: sizeOf(location.file), wal: sizeOf(`${location.file}-wal`) }
}

const megabytes = (bytes: number) => `${(bytes / 1_000_000).toFixed(1)} MB`

function tagText({ type, total, claimed, written }: EventStatus['tags'][number]): string {
  return `${type} ${total} (${type === 'team' ? `${claimed} claimed, ` : ''}${written} written)`
}

type StatusLine = readonly [label: string, value: string]

/** Formats the overview for the terminal. */
export function statusText(status: EventStatus & Awaited<ReturnType<typeof readSize>>, database: string, now: number): string {
  const { awards, settings, frozenAt, lastBackupAt, size, wal } = status
  const lines: readonly StatusLine[] = [
    ['Database', database],
    ['Size', `${megabytes(size)}${wal === null ? '' : `, and ${megabytes(wal)} of WAL`}`],
    ['Last backup', lastBackupAt === null ? 'none' : localTime(lastBackupAt)],
    ['Event', EVENTS[status.event]],
    ['Window', windowText(status, now)],
    ['Time zone', settings.timeZone],
    ['Team size', settings.teamMaxMembers === 0 ? 'no limit' : `at most ${settings.teamMaxMembers} members`],
    ['Players', `${status.players} (${status.playersSignedIn} have signed in)`],
    ['Staff', `${status.staff} (${status.staffSignedIn} have signed in)`],
    ['Teams', `${status.teams}, and ${status.teamsDisbanded} disbanded`],
    ['Booths', String(status.booths)],
    ['Point types', String(status.pointTypes)],
    ['Tags', status.tags.map(tagText).join(', ')],
    ['Awards', `${awards.award} by booths, ${awards.bonus} bonuses, ${awards.adjustment} adjustments; ${status.voided} voided`],
    ['Ranking', frozenAt === null ? 'live' : `frozen since ${localTime(frozenAt)}`],
    ['Results', resultsText(status)],
    ['Refusals', status.refusals.map(({ code, total }) => `${code} ${total}`).join(', ') || 'none'],
    ['Latest award', status.latestAwardAt === null ? 'none' : localTime(status.latestAwardAt)],
  ]
  return lines.map(([name, value]) => `${name.padEnd(14)}${value}\n`).join('')
}

const WATCH_MS = 5_000
/** Moves to the top and clears what is below, so that the terminal's history stays. */
const REDRAW = '\u001B[H\u001B[J'

interface Flags {
  readonly json: boolean
  readonly watch: boolean
}

/**
 * `status [--watch]`
 * @param every time between two readings (ms)
 * @param signal ends a watch; on the command line Ctrl-C does
 */
export async function status(flags: Flags, output: Output, every = WATCH_MS, signal = new AbortController().signal) {
  const settings = readSome(process.env, ['database', 'smsBudget', 'smsBudgetDay'])
  const [location, budget] = [settings.database, { all: settings.smsBudget, day: settings.smsBudgetDay }]
  const start = flags.watch && process.stdout.isTTY ? REDRAW : ''
  await onEvent(output, flags, async ({ read }, _by, print) => {
    do {
      const now = Date.now()
      const [event, day] = [
        { ...(await readStatus(read)), ...(await readSize(read, location)) },
        await readDayStatus(read, budget, now),
      ]
      const database = locationText(location)
      const text = `${statusText(event, database, now)}${dayStatusText(day, now)}`
      print({ at: localTime(now), database, ...event, ...day }, `${start}${text}`)
      if (flags.watch) await delay(every, undefined, { signal }).catch(() => undefined)
    } while (flags.watch && !signal.aborted)
  })
}

export function registerStatus(program: Command, output: Output): void {
  program
    .command('status')
    .description('show the event in numbers: booths with what waits on their devices, awards an hour, SMS and their budget')
    .option('--watch', 'read again every 5 seconds until Ctrl-C', false)
    .option('--json', 'print the result as JSON, for scripts; with --watch a line each time', false)
    .addHelpText(
      'after',
      `
"waiting" is what a booth's devices last said of awards that the server does not have yet; "?" if none has said. Awards and
refusals are those of the last hour. The budget is that of SMS_BUDGET and SMS_BUDGET_DAY, which must be set as for the server.
  npm run event -- status
  npm run event -- status --watch`,
    )
    .action((flags: Flags) => status(flags, output))
}
