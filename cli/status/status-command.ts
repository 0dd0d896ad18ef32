import { setTimeout as delay } from 'node:timers/promises'
import type { Command } from 'commander'
import { type DatabaseLocation, locationText } from '#server/db/open'
import { readDatabaseLocation, readSmsBudget } from '#server/env'
import { localTime } from '#server/local-time'
import { type Output, printResult } from '../common/output'
import { withDatabase } from '../common/with-database'
import { dayStatusText, readDayStatus, type SmsBudget } from './day-status'
import { readStatus } from './status'
import { statusText } from './status-text'

const WATCH_MS = 5_000
/** Moves to the top and clears what is below, so that the terminal's history stays. */
const REDRAW = '\u001B[H\u001B[J'

export interface StatusOptions {
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
