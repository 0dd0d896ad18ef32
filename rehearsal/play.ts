import { calls } from '#contract/calls'
import type { Database } from '#server/db/database'
import { insertRehearsal, openWindow, removeRehearsals, restoreWindow } from '#server/db/queries/rehearsal'
import { readSettings } from '#server/db/queries/settings'
import { Failure } from '#server/failure'
import { localTime } from '#server/time'
import { playBooth } from './booth'
import { type Order, planCast } from './cast'
import { compare } from './compare'
import { createMeter } from './meter'
import { openLine } from './phone'
import { playTeam } from './player'
import { makeReport, type Report } from './report'
import { createStage, type Stage } from './stage'

/** How long the event stays open after the last award: what waits is still sent. */
const WINDOW_MARGIN_MS = 5 * 60_000
/** How often progress is told (ms). */
const TELL_EVERY_MS = 5_000

interface PlayOptions {
  /** The running servers of this database. */
  readonly servers: readonly [URL, ...URL[]]
  readonly stopped: AbortSignal
  readonly note: (text: string) => void
  readonly run: string
  /** Called between the play and the comparison. Used by tests. */
  readonly beforeCompare?: (() => Promise<void>) | undefined
}

function progressText({ book, meter, schedule, elapsed }: Stage): string {
  const [now, whole] = [elapsed(), schedule.wholeMs].map((ms) => Math.round(ms / 1000))
  const waiting = book.awards.filter(({ outcome }) => outcome === null).length
  const people = `${book.counts['sign-ins']} signed in, ${book.teams.length} teams`
  return `${now} of ${whole} s: ${people}, ${book.awards.length} awards, ${waiting} waiting, ${meter.counts.sent} calls\n`
}

/** Plays an event against running servers with people of its own, and compares what was answered with the database. */
export async function play(db: Database, order: Order, options: PlayOptions): Promise<Report> {
  const { servers, stopped, note, run } = options
  const startedAt = Date.now()
  const cast = planCast(run, order, (await readSettings(db.read)).teamMaxMembers)
  const meter = createMeter()
  const line = openLine(servers, meter)
  let telling: NodeJS.Timeout | undefined
  try {
    const { booths, teams, probe, free, once, bonus, bonusTags } = cast
    const people = [...booths, probe, ...teams.flatMap(({ members }) => members)]
    const entered = { people, offered: [free, once], bonus, bonusTags, teamTags: teams.flatMap(({ tag }) => tag ?? []) }
    await db.write({ on: 'event' }, (writer) => insertRehearsal(writer, entered, startedAt))
    const known = await line.phone(probe.token).call(calls.currentUser, {})
    if (known.is !== 'ok') {
      await db.write({ on: 'event' }, (writer) => removeRehearsals(writer, run))
      const fault = 'does not know an account that was just made in DATABASE_URL: it works on another database'
      throw new Failure(
        `The server at ${servers[0].origin} ${known.is === 'silence' ? 'does not answer' : fault}. Nothing was played.`,
      )
    }
    const clockAheadMs = known.serverTime - Date.now()
    const until = startedAt + order.minutes * 60_000 + WINDOW_MARGIN_MS
    if (await db.write({ on: 'event' }, (writer) => openWindow(writer, startedAt, until))) {
      note("The event's window is closed at this time: it stands open until the rehearsal ends.\n")
    }
    const stage = createStage({ cast, meter, line, order }, stopped)
    telling = setInterval(() => note(progressText(stage)), Math.min(TELL_EVERY_MS, stage.schedule.wholeMs / 3))
    const players = Promise.all(teams.map((team) => playTeam(stage, team)))
    const played = Promise.all(booths.map((booth, index) => playBooth(stage, booth, index)))
    const sent = played.then(() => Math.max(0, stage.elapsed() - stage.schedule.playMs))
    const [drainMs] = await Promise.all([sent, players])
    await options.beforeCompare?.()
    clearInterval(telling)
    note('Comparing with the ledger.\n')
    const comparison = await compare(db.read, stage, clockAheadMs)
    const [started_at, ended_at] = [localTime(startedAt), localTime(Date.now())]
    const server = servers.map(({ origin }) => origin).join(' ')
    return makeReport(stage, { ...comparison, server, engine: db.engine, started_at, ended_at }, drainMs)
  } finally {
    clearInterval(telling)
    line.close()
    await db.write({ on: 'event' }, (writer) => restoreWindow(writer))
  }
}
