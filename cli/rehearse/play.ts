import type { Output } from '../common/command'
import { playBooth } from './booth'
import { playTeam } from './player'
import type { Stage } from './stage'
import { type ThisComputer, watchThisComputer } from './this-computer'

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

/** Plays all parts at once and ends when every booth has emptied its outbox, or cannot. */
export async function play(stage: Stage, output: Output): Promise<Played> {
  const { cast, schedule } = stage
  const watched = watchThisComputer()
  const telling = setInterval(() => output.note(progressText(stage)), Math.min(TELL_EVERY_MS, schedule.wholeMs / 3))
  try {
    const players = cast.teams.map((team) => playTeam(stage, team))
    const booths = Promise.all(cast.booths.map((booth, index) => playBooth(stage, booth, index)))
    await booths
    const drainMs = Math.max(0, stage.elapsed() - schedule.playMs)
    await Promise.all(players)
    return { drainMs, here: watched() }
  } finally {
    clearInterval(telling)
  }
}
