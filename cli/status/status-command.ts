import { setTimeout as delay } from 'node:timers/promises'
import type { Command } from 'commander'
import { isInsideEvent } from '#rules/award-time'
import { type DatabaseLocation, locationText } from '#server/db/open'
import { readDatabaseLocation, readSmsBudget } from '#server/env'
import { localTime } from '#server/local-time'
import { type Output, plural, printResult } from '../common/output'
import { withDatabase } from '../common/with-database'
import { dayStatusText, readDayStatus, type SmsBudget } from './day-status'
import { type EventStatus, readStatus } from './status'

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

function tagText({ type, total, claimed, written }: EventStatus['tags'][number]): string {
  return `${type} ${total} (${type === 'team' ? `${claimed} claimed, ` : ''}${written} written)`
}

type Line = readonly [label: string, value: string]

/** Formats the overview for the terminal. */
export function statusText(status: EventStatus, database: string, now: number): string {
  const { awards, settings } = status
  const lines: readonly Line[] = [
    ['Database', database],
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
    ['Results', resultsText(status)],
    ['Refusals', status.refusals.map(({ code, total }) => `${code} ${total}`).join(', ') || 'none'],
    ['Latest award', status.latestAwardAt === null ? 'none' : localTime(status.latestAwardAt)],
  ]
  return lines.map(([name, value]) => `${name.padEnd(14)}${value}\n`).join('')
}

const WATCH_MS = 5_000
/** Moves to the top and clears what is below, so that the terminal's history stays. */
const REDRAW = '\u001B[H\u001B[J'

interface StatusOptions {
  readonly json: boolean
  readonly watch: boolean
  readonly budget: SmsBudget
  readonly output: Output
  /** Whether the output is a terminal. */
  readonly redraw?: boolean
  /** Ends a watch; on the command line Ctrl-C does. */
  readonly signal?: AbortSignal
  /** Time between two readings (ms). */
  readonly every?: number
}

/** `status [--watch]` */
export async function status(location: DatabaseLocation, options: StatusOptions): Promise<void> {
  const { json, watch, budget, output, redraw = false, signal, every = WATCH_MS } = options
  await withDatabase(location, async ({ read }) => {
    do {
      const now = Date.now()
      const [event, day, database] = [await readStatus(read), await readDayStatus(read, budget, now), locationText(location)]
      const text = `${statusText(event, database, now)}${dayStatusText(day, now)}`
      const at = localTime(now)
      printResult(output, json, { at, database, ...event, ...day }, watch && redraw ? `${REDRAW}${text}` : text)
      if (watch) await delay(every, undefined, signal === undefined ? {} : { signal }).catch(() => undefined)
    } while (watch && signal?.aborted !== true)
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
    .action((flags: { watch: boolean; json: boolean }) =>
      status(readDatabaseLocation(process.env), {
        ...flags,
        budget: readSmsBudget(process.env),
        redraw: process.stdout.isTTY,
        output,
      }),
    )
}
