import { localTime } from '#server/local-time'
import { type Criterion, type Findings, judge, mayBeThisComputer } from './criteria'
import type { Latency, Unexpected } from './meter'
import type { Size } from './size'
import type { ThisComputer } from './this-computer'

/** What a page shows, and what `--json` prints. */
export interface Report {
  readonly verdict: 'go' | 'no-go'
  /** A no-go that says nothing about the server, because this computer was too busy to measure it. */
  readonly measure_elsewhere: boolean
  readonly criteria: readonly Criterion[]
  readonly run: string
  readonly server: string
  readonly engine: string
  readonly started_at: string
  readonly ended_at: string
  readonly ordered: Size
  readonly sent: readonly Line[]
  readonly holds: readonly Line[]
  readonly differences: readonly string[]
  readonly unexpected: readonly Unexpected[]
  readonly tried_again: readonly Unexpected[]
  readonly latencies: readonly Latency[]
  readonly this_computer: ThisComputer
}

export interface Line {
  readonly what: string
  readonly count: number
}

function sentLines({ book, meter, cast }: Findings): Line[] {
  const { awards, teams, counts } = book
  const refused = awards.filter(({ outcome }) => outcome?.is === 'refused').length
  const lines: [string, number][] = [
    ['calls in all', meter.counts.sent],
    ['sign-ins with a link', counts.linksUsed],
    ['sign-ins with a session made in the database (an address may make only so many a minute)', counts.sessionsGiven],
    ['teams founded', teams.length],
    [
      'teams founded with a sticker',
      cast.teams.filter(({ tag, name }) => tag !== null && teams.some((one) => one.name === name)).length,
    ],
    ['requests to join', counts.requests],
    ['requests accepted', counts.accepted],
    ['awards made', awards.length],
    ['awards answered as recorded', awards.filter(({ outcome }) => outcome?.is === 'recorded').length],
    ['awards refused, as they should be (made within a pause)', refused],
    ['awards sent again although recorded', counts.repeated],
    ['answers lost on purpose', counts.lostAnswers],
    ['booths that were offline', counts.offlinePeriods],
    ['calls with several awards', counts.batches],
    ['awards voided', awards.filter(({ voided }) => voided).length],
    ['scans of a hidden bonus', counts.bonusScans],
    ['readings of a whole card or board', counts.readings],
    ['live streams', meter.counts.streams],
  ]
  return lines.map(([what, count]) => ({ what, count }))
}

function heldLines({ comparison, cast }: Findings): Line[] {
  const { awards, bonuses, voided, points, teams, members } = comparison.holds
  const lines: [string, number][] = [
    ['awards', awards],
    [`bonuses (${cast.bonusTags.length} tags, once for each team)`, bonuses],
    ['entries voided', voided],
    ['points that count', points],
    ['teams', teams],
    ['members', members],
  ]
  return lines.map(([what, count]) => ({ what, count }))
}

export function makeReport(findings: Findings): Report {
  const { cast, size, meter, played, comparison, server, engine } = findings
  const criteria = judge(findings)
  return {
    verdict: criteria.every(({ met }) => met) ? 'go' : 'no-go',
    measure_elsewhere: mayBeThisComputer(criteria, played.here),
    criteria,
    ...{ run: cast.run, server: server.origin, engine, ordered: size },
    started_at: localTime(findings.startedAt),
    ended_at: localTime(findings.endedAt),
    sent: sentLines(findings),
    holds: heldLines(findings),
    differences: comparison.differences,
    unexpected: meter.unexpectedAnswers(),
    tried_again: meter.repeats(),
    latencies: meter.latencies(),
    this_computer: played.here,
  }
}
