import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { readSmsTrouble } from '../db/queries/sms-messages'
import type { Game } from '../game'
import type { LoggedCall } from './log'

const BUCKETS_S = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

export type Metrics = ReturnType<typeof createMetrics>

/** Counts this server's calls. The process's own numbers are collected from the first reading on. */
export function createMetrics({ sms, db }: Game, lostLines: () => number) {
  const registry = new Registry()
  const registers = [registry]
  const help = 'Calls of the API by their outcome'
  const calls = new Counter({ name: 'geekquest_calls_total', help, labelNames: ['call', 'code'], registers })
  const seconds = new Histogram({
    name: 'geekquest_call_seconds',
    help: 'How long calls of the API took, streams to their beginning',
    buckets: BUCKETS_S,
    registers,
  })
  new Gauge({
    name: 'geekquest_sms_failing',
    help: '1 while the SMS provider refuses all messages, or this server leaves it alone because it keeps failing',
    registers,
    async collect() {
      this.set(sms.isFailing() || (await readSmsTrouble(db.read)) !== null ? 1 : 0)
    },
  })
  new Counter({
    name: 'geekquest_log_lines_lost_total',
    help: 'Lines that this server could not write, because a disk was full or nobody read',
    registers,
    collect() {
      this.reset()
      this.inc(lostLines())
    },
  })
  let isProcessMeasured = false

  return {
    call({ call, code, ms }: LoggedCall): void {
      calls.labels(call ?? 'none', code).inc()
      seconds.observe(ms / 1000)
    },
    contentType: registry.contentType,
    /** Everything in Prometheus' text format. */
    async print(): Promise<string> {
      if (!isProcessMeasured) {
        collectDefaultMetrics({ register: registry })
        // Gauges under the names of counters, which Prometheus' own check refuses.
        for (const what of ['resources', 'handles', 'requests']) registry.removeSingleMetric(`nodejs_active_${what}_total`)
      }
      isProcessMeasured = true
      return await registry.metrics()
    },
  }
}
