import { access, constants, mkdir } from 'node:fs/promises'
import { calls } from '#contract/calls'
import { READY_PATH } from '#contract/protocol'
import type { By } from '#server/corrections/correction'
import type { Database } from '#server/db/database'
import { locationText } from '#server/db/database-url'
import { countRealPlay, openWindow, removeRehearsals, restoreWindow } from '#server/db/queries/rehearsal'
import { readFrozenAt, readSettings } from '#server/db/queries/settings'
import { readDatabaseLocation } from '#server/env'
import { cannotWrite, Failure } from '#server/failure'
import { type Asking, type ChangeFlags, confirm, type Output, onEvent, plural, recordCommand } from '../common/command'
import { stageFiles } from '../files/files'
import { createBook } from './book'
import { type Cast, insertCast, planCast } from './cast'
import { compare } from './compare'
import { createMeter } from './meter'
import { pageHtml } from './page-html'
import { pageOf, pageText } from './page-text'
import { type Line, openLine } from './phone'
import { play } from './play'
import { makeReport, type Report } from './report'
import { readSize, type Size, scheduleOf } from './size'
import { createStage } from './stage'

export interface RehearseFlags extends ChangeFlags {
  readonly players: string
  readonly booths: string
  readonly minutes: string
  readonly url?: string
  readonly out: string
}

export interface RehearseOptions extends Omit<RehearseFlags, 'url'> {
  /** The running server. */
  readonly url: URL
  readonly output: Output
  /** Ends the rehearsal early. */
  readonly stopped: AbortSignal
  /** Called between the play and the comparison. Used by tests. */
  readonly beforeCompare?: (run: string) => Promise<void>
}

/** Sign-ins of one address that leave room for real people behind it: the server takes 1,200 a minute. */
const SIGN_INS_A_MINUTE = 800
/** How long the event stays open after the last award: outboxes still send. */
const WINDOW_MARGIN_MS = 5 * 60_000
const ASK_MS = 5_000

async function assertServer(url: URL): Promise<void> {
  const status = await fetch(new URL(READY_PATH, url), { signal: AbortSignal.timeout(ASK_MS) }).then(
    (answer) => answer.status,
    () => null,
  )
  if (status === null) throw new Failure(`No server answers at ${url.origin}; start it, or name its address with --url.`)
  if (status !== 200) throw new Failure(`The server at ${url.origin} is not ready (HTTP ${status} at ${READY_PATH}).`)
}

async function assertFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true })
    await access(folder, constants.W_OK)
  } catch (reason) {
    throw cannotWrite(folder, reason)
  }
}

/** A rehearsal beside a real event must be wanted, and what "reset" does afterwards must be known before. */
async function askBeside(db: Database, asking: Asking): Promise<void> {
  const { players, teams, awards } = await countRealPlay(db.read)
  if (players + teams + awards === 0) return
  const found = `${plural(players, 'player')}, ${plural(teams, 'team')} and ${plural(awards, 'entry', 'entries')} of the ledger`
  asking.output.note(
    `${found} are here that no rehearsal made. The rehearsal's teams would stand among them on every list, and "reset" afterwards removes them all.\n`,
  )
  await confirm('Rehearse on this database?', asking)
}

async function assertSameDatabase(db: Database, line: Line, cast: Cast, url: URL): Promise<void> {
  const reply = await line.phone(cast.probe.entry.token).call(calls.currentUser, {})
  if (reply.is === 'ok') return
  await db.write({ on: 'event' }, (writer) => removeRehearsals(writer, cast.run))
  throw new Failure(
    `The server at ${url.origin} does not know an account that was just made in DATABASE_URL: it works on another database. Nothing was played.`,
  )
}

async function run(db: Database, size: Size, by: By, options: RehearseOptions): Promise<Report> {
  const { url, output, stopped, beforeCompare } = options
  const [schedule, startedAt] = [scheduleOf(size), Date.now()]
  const links = Math.floor((SIGN_INS_A_MINUTE * schedule.arrivalMs) / 60_000)
  const cast = planCast(size, links, (await readSettings(db.read)).teamMaxMembers)
  const [book, meter] = [createBook(), createMeter()]
  const line = openLine(url, meter)
  try {
    await insertCast(db, cast, startedAt)
    await recordCommand(db, by, { what: 'rehearse', about: cast.run })
    await assertSameDatabase(db, line, cast, url)
    const until = startedAt + schedule.wholeMs + WINDOW_MARGIN_MS
    if (await db.write({ on: 'event' }, (writer) => openWindow(writer, startedAt, until))) {
      output.note("The event's window is closed at this time: it stands open until the rehearsal ends.\n")
    }
    const stage = createStage({ cast, book, meter, line, schedule }, stopped)
    const played = await play(stage, output)
    await beforeCompare?.(cast.run)
    output.note('Comparing with the ledger.\n')
    const comparison = await compare(db.read, book, cast, line.clockAheadMs())
    return makeReport({
      ...{ cast, size, book, meter, played, comparison, server: url, engine: db.engine },
      ...{ stopped: stopped.aborted, startedAt, endedAt: Date.now() },
    })
  } finally {
    line.close()
    await db.write({ on: 'event' }, (writer) => restoreWindow(writer))
  }
}

/** `rehearse`: plays an event against a running server. Throws `Failure` after the page where it is a no-go. */
export async function rehearse(options: RehearseOptions): Promise<Report> {
  const { output, url, out } = options
  const size = readSize(options)
  await assertServer(url)
  return await onEvent(output, options, async (db, by, print) => {
    output.note(`${locationText(readDatabaseLocation(process.env))}, server at ${url.origin}\n`)
    if ((await readFrozenAt(db.read)) !== null) throw new Failure('The ranking is frozen: reveal it first.')
    if ((await readSettings(db.read)).closedAt !== null) throw new Failure('Results are closed: reopen them first.')
    await askBeside(db, options)
    await assertFolder(out)
    // Of a rehearsal that was cut off.
    await db.write({ on: 'event' }, (writer) => restoreWindow(writer))
    const report = await run(db, size, by, options)
    const page = pageOf(report)
    const [html, text] = [pageHtml(page), pageText(page)]
    const files = await stageFiles(out, [
      { name: 'rehearsal', extension: '.html', text: html },
      { name: 'rehearsal', extension: '.txt', text },
    ])
    const paths = await files.publish()
    print(report, text)
    output.note(`The page: ${paths.join(', ')}\n`)
    return report
  })
}
