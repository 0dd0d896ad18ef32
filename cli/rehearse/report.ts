import { localTime } from '#server/time'
import { type Findings, judge, mayBeThisComputer } from './criteria'

export interface Line {
  readonly what: string
  readonly count: number
}

const linesOf = (counts: Readonly<Record<string, number>>): Line[] =>
  Object.entries(counts).map(([what, count]) => ({ what, count }))

function sentLines({ book, meter, cast }: Findings): Line[] {
  const { awards, teams, counts } = book
  const answeredAs = (is: 'recorded' | 'refused') => awards.filter(({ outcome }) => outcome?.is === is).length
  const withSticker = new Set(cast.teams.flatMap(({ tag, name }) => (tag === null ? [] : [name])))
  return linesOf({
    'calls in all': meter.counts.sent,
    'sign-ins with a link': counts.linksUsed,
    'sign-ins with a session made in the database (an address may make only so many a minute)': counts.sessionsGiven,
    'teams founded': teams.length,
    'teams founded with a sticker': teams.filter(({ name }) => withSticker.has(name)).length,
    'requests to join': counts.requests,
    'requests accepted': counts.accepted,
    'awards made': awards.length,
    'awards answered as recorded': answeredAs('recorded'),
    'awards refused, as they should be (made within a pause)': answeredAs('refused'),
    'awards sent again although recorded': counts.repeated,
    'answers lost on purpose': counts.lostAnswers,
    'booths that were offline': counts.offlinePeriods,
    'calls with several awards': counts.batches,
    'awards voided': awards.filter(({ voided }) => voided).length,
    'scans of a hidden bonus': counts.bonusScans,
    'readings of a whole card or board': counts.readings,
    'live streams': meter.counts.streams,
  })
}

function heldLines({ comparison, cast }: Findings): Line[] {
  const { awards, bonuses, voided, points, teams, members } = comparison.holds
  return linesOf({
    awards,
    [`bonuses (${cast.bonusTags.length} tags, once for each team)`]: bonuses,
    'entries voided': voided,
    'points that count': points,
    teams,
    members,
  })
}

/** What a page shows, and what `--json` prints. */
export function makeReport(findings: Findings) {
  const { cast, size, meter, played, comparison, server, engine } = findings
  const criteria = judge(findings)
  return {
    verdict: criteria.every(({ met }) => met) ? ('go' as const) : ('no-go' as const),
    /** A no-go that says nothing about the server, because this computer was too busy to measure it. */
    measure_elsewhere: mayBeThisComputer(criteria, played.here),
    criteria,
    ...{ run: cast.run, server: server.origin, engine, ordered: size },
    started_at: localTime(findings.startedAt),
    ended_at: localTime(findings.endedAt),
    sent: sentLines(findings),
    holds: heldLines(findings),
    differences: comparison.differences,
    unexpected: meter.unexpected.most(),
    tried_again: meter.repeats.most(),
    latencies: meter.latencies(),
    this_computer: played.here,
  }
}

export type Report = ReturnType<typeof makeReport>
