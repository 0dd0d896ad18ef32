import { availableParallelism, loadavg } from 'node:os'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Output } from '../common/output'
import { playBooth } from './booth'
import { playTeam } from './player'
import type { Stage } from './stage'

/** How often progress is told (ms), at most ten times in a short rehearsal. */
const TELL_EVERY_MS = 5_000

function clock(ms: number): string {
  const seconds = Math.round(ms / 1000)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

function progressText({ book, meter, schedule, offline, elapsed }: Stage): string {
  const { linksUsed, sessionsGiven } = book.counts
  const waiting = book.awards.filter(({ outcome }) => outcome === null).length
  const people = `${linksUsed + sessionsGiven} signed in, ${book.teams.length} teams`
  const awards = `${book.awards.length} awards, ${waiting} waiting`
  const booths = offline.size === 0 ? '' : `, ${offline.size} booths offline`
  return `${clock(elapsed())} of ${clock(schedule.wholeMs)}: ${people}, ${awards}${booths}, ${meter.counts.answered} answers\n`
}

export interface Played {
  /** From the end of the play until the last outbox was empty, in ms. */
  readonly drainMs: number
  readonly here: ThisComputer
}

/** How busy the computer was on which the rehearsal ran: latencies contain that. */
export interface ThisComputer {
  /** How late its own timers were (ms). */
  readonly late_p99_ms: number
  readonly late_longest_ms: number
  /** Over the last minute; 0 where the system does not say. */
  readonly load: number
  readonly cores: number
}

/** How often timers are checked (ms). */
const RESOLUTION_MS = 10

/** Plays all parts at once and ends when every booth has emptied its outbox, or cannot. */
export async function play(stage: Stage, output: Output): Promise<Played> {
  const { cast, schedule } = stage
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  delay.enable()
  const telling = setInterval(() => output.note(progressText(stage)), Math.min(TELL_EVERY_MS, schedule.wholeMs / 3))
  try {
    const players = cast.teams.map((team) => playTeam(stage, team))
    const booths = Promise.all(cast.booths.map((booth, index) => playBooth(stage, booth, index)))
    await booths
    const drainMs = Math.max(0, stage.elapsed() - schedule.playMs)
    await Promise.all(players)
    const late = (ns: number) => Math.max(0, ns / 1e6 - RESOLUTION_MS)
    const times = { late_p99_ms: late(delay.percentile(99)), late_longest_ms: late(delay.max) }
    return { drainMs, here: { ...times, load: loadavg()[0] ?? 0, cores: availableParallelism() } }
  } finally {
    clearInterval(telling)
    delay.disable()
  }
}
