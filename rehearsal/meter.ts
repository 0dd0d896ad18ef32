import { createHistogram, performance, type RecordableHistogram } from 'node:perf_hooks'
import type { Call } from '#contract/call'
import { calls } from '#contract/calls'

const { currentUser, listTeams, ranking, teamPoints, checkCooldown, listVendors, listAwards } =
  calls
/** Groups of calls that share a latency limit. */
const GROUPS: Readonly<Record<string, readonly Call[]>> = {
  "a booth's awards": [calls.awardPoints, calls.awardMany],
  "everybody's readings": [
    currentUser,
    listTeams,
    ranking,
    teamPoints,
    checkCooldown,
    listVendors,
    listAwards,
  ],
}

/** Records in whole µs. */
const record = (times: RecordableHistogram, ms: number) =>
  times.record(Math.max(1, Math.round(ms * 1000)))

function latency(what: string, times: RecordableHistogram) {
  const [p50 = 0, p95 = 0, p99 = 0] = [50, 95, 99].map(
    (percent) => times.percentile(percent) / 1000,
  )
  return { what, answered: times.count, p50, p95, p99, longest: times.max / 1000 }
}

/** Answers that a rehearsal counts, each kind with its own criterion. */
type CountedAnswer = 'unexpected' | 'tryAgain'

/** Measures what the phones of a rehearsal experience. */
export function createMeter() {
  const byCall = new Map<Call, RecordableHistogram>()
  const untilShown = createHistogram()
  /** When awards that a card will show were first sent, by award id. */
  const sentAt = new Map<string, number>()
  return {
    counts: { sent: 0, unexpected: 0, tryAgain: 0 },
    /** Counted answers of each kind, by call. */
    answers: { unexpected: {}, tryAgain: {} } as Record<CountedAnswer, Record<string, number>>,
    /** Open live streams. */
    streams: new Set<object>(),
    /** Ids of the teams whose captain's phone has opened its stream. */
    listening: new Set<string>(),
    answered(call: Call, ms: number): void {
      const times = byCall.get(call) ?? createHistogram()
      byCall.set(call, times)
      record(times, ms)
    },
    /** Counts an answer. `tryAgain`: no answer, or an answer that asks to try again. */
    count(what: CountedAnswer, { name }: Call, answer: string): void {
      this.counts[what]++
      const of = this.answers[what]
      of[`${name}: ${answer}`] = (of[`${name}: ${answer}`] ?? 0) + 1
    },
    /** Records that an award is sent for the first time. */
    sent(awardId: string, teamId: string): void {
      if (this.listening.has(teamId)) sentAt.set(awardId, performance.now())
    },
    /** Records that the team's card shows the award. */
    shown(awardId: string): void {
      const from = sentAt.get(awardId)
      if (from !== undefined) record(untilShown, performance.now() - from)
      sentAt.delete(awardId)
    },
    latencies() {
      const byName = [...byCall]
        .map(([call, times]) => latency(call.name, times))
        .sort((a, b) => a.what.localeCompare(b.what))
      const grouped = Object.entries(GROUPS).map(([what, group]) => {
        const all = createHistogram()
        for (const call of group) all.add(byCall.get(call) ?? createHistogram())
        return latency(what, all)
      })
      return [
        ...byName,
        ...grouped,
        latency("from a booth's tap to the points on a card", untilShown),
      ]
    },
  }
}
export type Meter = ReturnType<typeof createMeter>
