import { setTimeout as delay } from 'node:timers/promises'
import type { Command } from 'commander'
import { isInsideEvent } from '#rules/award-time'
import { locationText } from '#server/db/database-url'
import { readSome } from '#server/env'
import { localTime } from '#server/time'
import { onEvent } from '../common/on-event'
import { type Output, plural } from '../common/output'
import { dayStatusText, readDayStatus } from './day-status'
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
      const [event, day, database] = [await readStatus(read), await readDayStatus(read, budget, now), locationText(location)]
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
