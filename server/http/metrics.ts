import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { CallName, CallOutput } from '#contract/calls'
import { type Code, REFUSED_FOR_GOOD } from '#contract/codes'
import { readSmsTotals } from '../db/queries/sms-messages'
import type { Game } from '../game'
import type { PreparedOutput } from '../readings/prepared'
import type { LoggedCall } from './log'

/** What became of one award that was sent. `failed` is no verdict: the device sends it again. */
export interface CountedAward {
  readonly outcome: 'recorded' | 'duplicate' | 'refused' | 'failed'
  readonly code: string
}

const recorded = (duplicate: boolean): CountedAward => ({ outcome: duplicate ? 'duplicate' : 'recorded', code: 'OK' })

function refused(code: string): CountedAward {
  return { outcome: code === 'UNAVAILABLE' || code === 'INTERNAL' ? 'failed' : 'refused', code }
}

/** What an answered call decided of awards, for the metrics. */
export function awardOutcomes(call: CallName | null, output: CallOutput<CallName> | PreparedOutput): CountedAward[] {
  if ((call === 'awardPoints' || call === 'deliver') && 'duplicate' in output) return [recorded(output.duplicate)]
  if (call !== 'awardMany' || !('results' in output)) return []
  // `call` says whose output it is.
  const { results } = output as CallOutput<'awardMany'>
  return results.map((result) => (result.status === 'OK' ? recorded(result.duplicate) : refused(result.code)))
}

/** The same of a call that was refused; of a batch that failed as a whole nothing was decided. */
export function refusedAward(call: LoggedCall['call'], code: Code): CountedAward[] {
  return call === 'awardPoints' || call === 'deliver' ? [refused(code)] : []
}

const final: ReadonlySet<string> = new Set(REFUSED_FOR_GOOD)

/** Whether the award has left its sender's outbox. */
export function isDecided({ outcome, code }: CountedAward): boolean {
  return outcome === 'recorded' || outcome === 'duplicate' || final.has(code)
}

const BUCKETS_S = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** Registers what is told of SMS. Returns a function that reads it anew. */
function registerSms(registry: Registry, game: Game): () => Promise<void> {
  const gauge = (name: string, help: string) => new Gauge({ name: `geekquest_sms_${name}`, help, registers: [registry] })
  const sent = gauge('sent', 'SMS that were sent, on all servers')
  const failed = gauge('failed', 'SMS that were not sent or did not arrive, on all servers')
  const lastFailure = gauge('last_failure_timestamp_seconds', 'When an SMS failed last; 0 if none has')
  const failing = gauge('failing', '1 while this server leaves the SMS provider alone because it keeps failing')
  return async () => {
    failing.set(game.sms.isFailing() ? 1 : 0)
    // Without the database there is still everything else to tell.
    const totals = await readSmsTotals(game.db.read).catch(() => null)
    if (totals === null) return
    sent.set(totals.sent)
    failed.set(totals.failed)
    lastFailure.set((totals.lastFailureAt ?? 0) / 1000)
  }
}

export type Metrics = ReturnType<typeof createMetrics>

/** Counts this server's calls. The process's own numbers are collected from the first reading on. */
export function createMetrics(game: Game) {
  const registry = new Registry()
  const registers = [registry]
  const counter = <Label extends string>(name: string, help: string, labelNames: Label[]) =>
    new Counter({ name: `geekquest_${name}_total`, help, labelNames, registers })
  const calls = counter('calls', 'Calls of the API by their outcome', ['call', 'code'])
  const seconds = new Histogram({
    name: 'geekquest_call_seconds',
    help: 'How long calls of the API took, streams to their beginning',
    buckets: BUCKETS_S,
    registers,
  })
  const awards = counter('awards', 'Awards that booths sent, by what became of them', ['outcome', 'code'])
  const delivered = "Teams' copies of awards that were delivered, by what became of them"
  const vouchers = counter('vouchers', delivered, ['outcome', 'code'])
  const streams = new Gauge({ name: 'geekquest_open_streams', help: 'Live streams that are open on this server', registers })
  const hungUp = counter('hung_up', 'Senders that disconnected before their call had arrived', [])
  const readSms = registerSms(registry, game)
  let isProcessMeasured = false

  return {
    call({ call, code, ms }: LoggedCall): void {
      calls.labels(call ?? 'none', code).inc()
      seconds.observe(ms / 1000)
    },
    /** What teams delivered is counted apart, because the booth's own copy counts with the awards. */
    awards(outcomes: readonly CountedAward[], call: LoggedCall['call']): void {
      const counted = call === 'deliver' ? vouchers : awards
      for (const { outcome, code } of outcomes) counted.labels(outcome, code).inc()
    },
    /** A live stream was opened (1) or has ended (-1). */
    streams: (change: 1 | -1) => streams.inc(change),
    /** The sender disconnected before the whole call had arrived. */
    hungUp: () => hungUp.inc(),
    contentType: registry.contentType,
    /** Everything in Prometheus' text format. */
    async print(): Promise<string> {
      if (!isProcessMeasured) {
        collectDefaultMetrics({ register: registry })
        // Gauges under the names of counters, which Prometheus' own check refuses.
        for (const what of ['resources', 'handles', 'requests']) registry.removeSingleMetric(`nodejs_active_${what}_total`)
      }
      isProcessMeasured = true
      await readSms()
      return await registry.metrics()
    },
  }
}
