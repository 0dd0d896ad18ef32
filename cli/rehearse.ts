import type { Command } from 'commander'
import { READY_PATH } from '#contract/protocol'
import type { RehearsalSize } from '#rehearsal/plan'
import { play } from '#rehearsal/play'
import { pageOf, type Report } from '#rehearsal/report'
import { COMMAND } from '#server/command-name'
import type { Database } from '#server/db/database'
import { locationText } from '#server/db/database-url'
import { countRealPlay, restoreWindow } from '#server/db/queries/rehearsal'
import { readEventState } from '#server/db/queries/settings'
import { readDatabaseLocation, readPublicUrl } from '#server/env'
import { Failure } from '#server/failure'
import { randomId } from '#server/random'
import { type CommandFlags, type CommandOutput, type CommandRun, createRun } from './command'
import { recordCommand, withEventDatabase } from './event-database'
import { plural, tableLines } from './lines'

interface RehearseFlags extends CommandFlags {
  readonly players: string
  readonly booths: string
  readonly minutes: string
  readonly url?: string
}

export interface RehearseOptions extends Omit<RehearseFlags, 'url'> {
  /** The running server. */
  readonly url: URL
  readonly output: CommandOutput
  readonly stopped: AbortSignal
  /** Called between the play and the comparison. Used by tests. */
  readonly beforeCompare?: (run: string) => Promise<void>
}

const MAX_SIZE: RehearsalSize = { players: 20_000, booths: 500, minutes: 240 }
const READY_TIMEOUT_MS = 5_000

function readNumber(name: keyof RehearsalSize, text: string, whole: boolean): number {
  const value = Number(text)
  const fits =
    /^\d+(\.\d+)?$/.test(text) &&
    value > 0 &&
    value <= MAX_SIZE[name] &&
    (!whole || Number.isInteger(value))
  if (!fits)
    throw new Failure(
      `--${name} takes a ${whole ? 'whole ' : ''}number up to ${MAX_SIZE[name]}, not "${text}".`,
    )
  return value
}

async function assertServer(url: URL): Promise<void> {
  const status = await fetch(new URL(READY_PATH, url), {
    signal: AbortSignal.timeout(READY_TIMEOUT_MS),
  }).then(
    (answer) => answer.status,
    () => null,
  )
  if (status === null)
    throw new Failure(
      `No server answers at ${url.origin}; start it, or name its address with --url.`,
    )
  if (status !== 200)
    throw new Failure(`The server at ${url.origin} is not ready (HTTP ${status} at ${READY_PATH}).`)
}

/**
 * Asks before a rehearsal in the database of a real event, and says that a "reset" afterwards
 * deletes the real players too.
 */
async function confirmRealPlay(db: Database, run: CommandRun): Promise<void> {
  const { players, teams, awards } = await countRealPlay(db.read)
  if (players + teams + awards === 0) return
  const found = `${plural(players, 'player')}, ${plural(teams, 'team')} and ${plural(awards, 'entry', 'entries')} of the ledger`
  run.report(
    `This database has ${found} that no rehearsal made. Lists would mix them with the rehearsal's teams, and "reset", which removes the rehearsal, would delete them too.\n`,
  )
  await run.confirm('Rehearse on this database?')
}

function pageText(report: Report): string {
  const { top, tables, bottom } = pageOf(report)
  const sections = tables.map(
    ([title, rows]) =>
      `${title}\n${tableLines(rows)
        .map((line) => `  ${line}\n`)
        .join('')}`,
  )
  return [`${top}\n`, ...sections, `${bottom}\n`].join('\n')
}

/** Plays an event against a running server and prints the report. */
export async function rehearse(options: RehearseOptions): Promise<Report> {
  const { output, url, stopped, beforeCompare } = options
  const run = createRun(output, options)
  const size: RehearsalSize = {
    players: readNumber('players', options.players, true),
    booths: readNumber('booths', options.booths, true),
    minutes: readNumber('minutes', options.minutes, false),
  }
  await assertServer(url)
  return await withEventDatabase('command', async (db) => {
    run.report(`${locationText(readDatabaseLocation(process.env))}, server at ${url.origin}\n`)
    const { frozen_at, closed_at } = await readEventState(db.read)
    if (frozen_at !== null) throw new Failure('The ranking is frozen: reveal it first.')
    if (closed_at !== null) throw new Failure('Results are closed: reopen them first.')
    await confirmRealPlay(db, run)
    // Restore the event's window, which an interrupted rehearsal may have left open.
    await db.write({ kind: 'event' }, (writer) => restoreWindow(writer))
    const id = randomId(25)
    await recordCommand(db, run.by, { what: 'rehearse', about: id })
    const report = await play(db, size, {
      run: id,
      servers: [url],
      stopped,
      report: run.report,
      beforeCompare: () => beforeCompare?.(id) ?? Promise.resolve(),
    })
    run.print(report, pageText(report))
    return report
  })
}

function serverOf(url: string | undefined): URL {
  if (url === undefined) return readPublicUrl(process.env)
  if (URL.canParse(url) && /^https?:/.test(url)) return new URL(url)
  throw new Failure(
    `--url must be the address of the server, such as http://localhost:8080, not "${url}".`,
  )
}

/** Stops at the first Ctrl-C and still prints the report; exits at once at the second. */
function stopAtCtrlC(output: CommandOutput): AbortSignal {
  const stop = new AbortController()
  process.once('SIGINT', () => {
    output.report(
      'Stopping: sending waiting awards, then comparing. Press Ctrl-C again to end at once.\n',
    )
    stop.abort()
  })
  return stop.signal
}

export function registerRehearse(program: Command, output: CommandOutput): void {
  program
    .command('rehearse')
    .description('play an event against the running server, and say go or no-go')
    .option('--players <N>', 'number of players', '2000')
    .option('--booths <N>', 'number of booths', '40')
    .option('--minutes <N>', 'how long to play', '5')
    .option(
      '--url <address>',
      'the address of the server, if PUBLIC_URL does not reach it from here',
    )
    .option('--yes', 'rehearse beside real players without asking', false)
    .addHelpText(
      'after',
      `
Run the command with the server's DATABASE_URL. It creates its own booths, staff and players ("Proba …"), signs them in, founds teams,
gives points, breaks connections on purpose, takes every booth offline once, and reads as phones do; all through the API over HTTP.
Then it compares the answers with the ledger. The exit code is 0 for a go and 1 for a no-go. If the event's window is closed, it is
opened for the rehearsal. No SMS is sent. Afterwards stop the server and run "reset --keep tags,staff,settings", which removes
every trace of the rehearsal, but also all other players and teams: rehearse before you invite anybody.
  ${COMMAND} rehearse --players 2000 --booths 40 --minutes 5
  ${COMMAND} rehearse --players 100 --booths 5 --minutes 1 --url http://localhost:8080`,
    )
    .action(async (flags: RehearseFlags) => {
      const options = { ...flags, url: serverOf(flags.url), output, stopped: stopAtCtrlC(output) }
      const { criteria } = await rehearse(options)
      const missed = criteria.filter(({ met }) => !met).length
      if (missed > 0) throw new Failure(`No-go: ${plural(missed, 'criterion', 'criteria')} missed.`)
    })
}
