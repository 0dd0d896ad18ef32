import type { Call } from '#contract/call'
import { calls } from '#contract/calls'
import type { Book } from './book'
import type { Cast } from './cast'
import type { Comparison } from './compare'
import type { Meter } from './meter'
import type { Played } from './play'
import type { Size } from './size'
import type { ThisComputer } from './this-computer'

/** Everything that a rehearsal found out. */
export interface Findings {
  readonly cast: Cast
  readonly size: Size
  readonly book: Book
  readonly meter: Meter
  readonly played: Played
  readonly comparison: Comparison
  readonly stopped: boolean
  readonly server: URL
  readonly engine: string
  readonly startedAt: number
  readonly endedAt: number
}

/** What "go" takes. */
const LIMITS = {
  awardP99Ms: 500,
  readingP99Ms: 1_000,
  /** Of all calls. */
  triedAgain: 0.01,
  drainMs: 30_000,
  newsP99Ms: 2_000,
  /** Of all streams. */
  standing: 0.99,
} as const

export interface Criterion {
  readonly what: string
  readonly limit: string
  readonly measured: string
  readonly met: boolean
  /** Of times, which a busy computer lengthens where they are measured. */
  readonly isTime?: true
}

const AWARD_CALLS: ReadonlySet<Call> = new Set([calls.awardPoints, calls.awardMany])
const { currentUser, listTeams, ranking, teamPoints, checkCooldown, listVendors, listAwards } = calls
const READING_CALLS: ReadonlySet<Call> = new Set([
  ...[currentUser, listTeams, ranking, teamPoints, checkCooldown, listVendors, listAwards],
])

function none(what: string, count: number): Criterion {
  return { what, limit: 'none', measured: String(count), met: count === 0 }
}

function all(what: string, count: number, of: number): Criterion {
  return { what, limit: String(of), measured: String(count), met: count === of }
}

/** 99 of 100 within a time; null: there were none. */
function soon(what: string, ms: number | null, limitMs: number): Criterion {
  const measured = ms === null ? 'none was answered' : `${ms.toFixed(ms < 10 ? 1 : 0)} ms`
  return { what, limit: `${limitMs} ms`, measured, met: ms !== null && ms <= limitMs, isTime: true }
}

/** Every criterion with what was measured: all must be met for a go. */
export function judge({ size, book, meter, played, comparison, stopped }: Findings): Criterion[] {
  const { sent, tryAgain, streams, broken } = meter.counts
  const unexpected = meter.unexpected.most().reduce((sum, { times }) => sum + times, 0)
  const signedIn = book.counts.linksUsed + book.counts.sessionsGiven
  const joined = book.teams.reduce((sum, { memberIds }) => sum + memberIds.size, 0)
  const recorded = book.awards.filter(({ outcome }) => outcome?.is === 'recorded').length
  const share = sent === 0 ? 0 : tryAgain / sent
  return [
    none('Differences between what was answered and what the database holds', comparison.differences.length),
    none('Answers that nobody provoked (errors, refusals)', unexpected),
    all('Everybody signed in', signedIn, size.players + size.booths),
    all('Every player got into a team', joined, size.players),
    { what: 'Awards recorded', limit: 'at least 1', measured: String(recorded), met: recorded > 0 },
    soon("A booth's awards: 99 of 100 answered within", meter.p99(AWARD_CALLS), LIMITS.awardP99Ms),
    soon("Everybody's readings: 99 of 100 answered within", meter.p99(READING_CALLS), LIMITS.readingP99Ms),
    soon('News of points on the phone of the team: 99 of 100 within', meter.newsP99(), LIMITS.newsP99Ms),
    {
      what: 'Live streams that stood to the end',
      ...{ limit: `at least ${LIMITS.standing * 100} %`, measured: `${streams - broken} of ${signedIn}` },
      met: streams - broken >= signedIn * LIMITS.standing,
    },
    {
      what: 'Calls without an answer, or asked to try again',
      ...{ limit: `at most ${LIMITS.triedAgain * 100} %`, measured: `${(share * 100).toFixed(2)} %` },
      met: share <= LIMITS.triedAgain,
    },
    {
      what: 'Outboxes empty after the end within',
      ...{ limit: `${LIMITS.drainMs / 1000} s`, measured: `${(played.drainMs / 1000).toFixed(1)} s` },
      met: played.drainMs <= LIMITS.drainMs,
      isTime: true,
    },
    { what: 'Played to the end', limit: 'yes', measured: stopped ? 'no, it was stopped' : 'yes', met: !stopped },
  ]
}

/** Beyond either, late answers say nothing about the server. */
const BUSY = { late_p99_ms: 100, own_share: 0.9 } as const

/** True if all that was missed are times, and this computer was too busy to measure them. */
export function mayBeThisComputer(criteria: readonly Criterion[], here: ThisComputer): boolean {
  const missed = criteria.filter(({ met }) => !met)
  const isBusy = here.late_p99_ms > BUSY.late_p99_ms || here.own_share > BUSY.own_share
  return isBusy && missed.length > 0 && missed.every(({ isTime }) => isTime === true)
}
