import { calls } from '#contract/calls'
import type { Database } from '#server/db/database'
import {
  insertRehearsal,
  openWindow,
  removeRehearsals,
  restoreWindow,
} from '#server/db/queries/rehearsal'
import { readSettings } from '#server/db/queries/settings'
import { Failure } from '#server/failure'
import { localTime } from '#server/time'
import { playBooth } from './booth'
import { compare } from './compare'
import { createMeter } from './meter'
import { createPhones } from './phone'
import { planRehearsal, type RehearsalSize } from './plan'
import { playTeam } from './player'
import { createRehearsal, type Rehearsal } from './rehearsal'
import { makeReport, type Report } from './report'

/**
 * How long the event stays open after the rehearsal's end (ms), for awards that still wait then.
 */
const WINDOW_MARGIN_MS = 5 * 60_000
const PROGRESS_EVERY_MS = 5_000

interface PlayOptions {
  /** The running servers of this database. */
  readonly servers: readonly [URL, ...URL[]]
  readonly stopped: AbortSignal
  readonly report: (text: string) => void
  readonly run: string
  /** Called between the play and the comparison. Used by tests. */
  readonly beforeCompare?: (() => Promise<void>) | undefined
}

function progressText({ results, meter, schedule, elapsed }: Rehearsal): string {
  const [now, whole] = [elapsed(), schedule.wholeMs].map((ms) => Math.round(ms / 1000))
  const waiting = results.awards.filter(({ outcome }) => outcome === null).length
  const people = `${results.counts['sign-ins']} signed in, ${results.teams.length} teams`
  return `${now} of ${whole} s: ${people}, ${results.awards.length} awards, ${waiting} waiting, ${meter.counts.sent} calls\n`
}

/**
 * Plays an event against running servers with its own people, and compares the answers with the
 * database.
 */
export async function play(
  db: Database,
  size: RehearsalSize,
  options: PlayOptions,
): Promise<Report> {
  const { servers, stopped, report, run } = options
  const startedAt = Date.now()
  const plan = planRehearsal(run, size, (await readSettings(db.read)).teamMaxMembers)
  const meter = createMeter()
  const phones = createPhones(servers, meter)
  let progress: NodeJS.Timeout | undefined
  try {
    const { booths, teams, probe, free, once, bonus, bonusTags } = plan
    const people = [...booths, probe, ...teams.flatMap(({ members }) => members)]
    const entered = {
      people,
      offered: [free, once],
      bonus,
      bonusTags,
      teamTags: teams.flatMap(({ tag }) => tag ?? []),
    }
    await db.write({ kind: 'event' }, (writer) => insertRehearsal(writer, entered, startedAt))
    const known = await phones.open(probe.token).call(calls.currentUser, {})
    if (known.kind !== 'ok') {
      await db.write({ kind: 'event' }, (writer) => removeRehearsals(writer, run))
      const problem =
        'does not know an account that was just made in DATABASE_URL: it works on another database'
      throw new Failure(
        `The server at ${servers[0].origin} ${known.kind === 'silence' ? 'does not answer' : problem}. Nothing was played.`,
      )
    }
    const clockAheadMs = known.serverTime - Date.now()
    const until = startedAt + size.minutes * 60_000 + WINDOW_MARGIN_MS
    if (await db.write({ kind: 'event' }, (writer) => openWindow(writer, startedAt, until))) {
      report(
        "The event's window was closed. The rehearsal has opened it and closes it again at the end.\n",
      )
    }
    const rehearsal = createRehearsal({ plan, size, meter, phones }, stopped)
    progress = setInterval(
      () => report(progressText(rehearsal)),
      Math.min(PROGRESS_EVERY_MS, rehearsal.schedule.wholeMs / 3),
    )
    const players = Promise.all(teams.map((team) => playTeam(rehearsal, team)))
    const played = Promise.all(booths.map((booth, index) => playBooth(rehearsal, booth, index)))
    const sent = played.then(() => Math.max(0, rehearsal.elapsed() - rehearsal.schedule.playMs))
    const [drainMs] = await Promise.all([sent, players])
    await options.beforeCompare?.()
    clearInterval(progress)
    report('Comparing with the ledger.\n')
    const comparison = await compare(db.read, rehearsal, clockAheadMs)
    const [started_at, ended_at] = [localTime(startedAt), localTime(Date.now())]
    const server = servers.map(({ origin }) => origin).join(' ')
    return makeReport(
      rehearsal,
      { ...comparison, server, engine: db.engine, started_at, ended_at },
      drainMs,
    )
  } finally {
    clearInterval(progress)
    phones.close()
    await db.write({ kind: 'event' }, (writer) => restoreWindow(writer))
  }
}
