import { setTimeout as sleep } from 'node:timers/promises'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { awardQueue } from '../calls/record-awards'
import { readHealth } from '../db/queries/health'
import type { Game } from '../game'
import type { LoggedCall } from './log'

const BUCKETS_S = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
/** The server's own numbers wait for those of the database for at most this time (ms). */
const DATABASE_TIMEOUT_MS = 2_000

export type Metrics = ReturnType<typeof createMetrics>

/**
 * Creates the metrics of this server. The process's own numbers are collected from the first
 * `print` on.
 */
export function createMetrics({ sms, db, now }: Game, lostLines: () => number) {
  const registry = new Registry()
  const registers = [registry]
  const help = 'Calls of the API by their outcome'
  const calls = new Counter({
    name: 'geekquest_calls_total',
    help,
    labelNames: ['call', 'code'],
    registers,
  })
  const seconds = new Histogram({
    name: 'geekquest_call_seconds',
    help: 'How long calls of the API took; for streams, until they were open',
    buckets: BUCKETS_S,
    registers,
  })

  /** Registers a counter, which only grows while this server runs. */
  function counter(name: string, help: string, read: () => number): void {
    new Counter({
      name: `geekquest_${name}`,
      help,
      registers,
      collect() {
        this.reset()
        this.inc(read())
      },
    })
  }
  function gauge(name: string, help: string, read: () => number): void {
    new Gauge({
      name: `geekquest_${name}`,
      help,
      registers,
      collect() {
        this.set(read())
      },
    })
  }

  const queue = awardQueue(db)
  let bonuses = 0
  let countStreams = () => 0
  counter(
    'awards_total',
    'Awards and bonuses that this server recorded',
    () => queue.numbers().recorded + bonuses,
  )
  counter(
    'refusals_total',
    'Awards that this server refused for good',
    () => queue.numbers().refused,
  )
  gauge(
    'award_queue',
    'Awards that wait in this server for the database',
    () => queue.numbers().waiting,
  )
  gauge('streams', 'Live streams that are open on this server', () => countStreams())
  counter('sms_sent_total', 'SMS that the provider took from this server', () => sms.total().sent)
  counter(
    'sms_failed_total',
    'SMS that the provider did not take, or may not have taken',
    () => sms.total().failed,
  )
  counter(
    'log_lines_lost_total',
    'Lines that this server could not write, because a disk was full or nobody read its output',
    lostLines,
  )

  /**
   * The numbers of the whole event, equal on each server; null while the database does not answer.
   */
  let health: Awaited<ReturnType<typeof readHealth>> | null = null
  const unknown = Number.NaN
  gauge(
    'sms_failing',
    '1 while the SMS provider refuses all messages, or this server sends it none because it keeps failing',
    () => (sms.isFailing() || health?.smsTrouble === true ? 1 : 0),
  )
  gauge(
    'awards_waiting',
    'Awards that booths’ devices last reported as waiting',
    () => health?.waiting ?? unknown,
  )
  gauge(
    'backup_age_seconds',
    'How old the newest backup is; infinite if there is none',
    () => health?.backupAge ?? unknown,
  )
  gauge(
    'database_bytes',
    'The size of the database, without SQLite’s WAL',
    () => health?.bytes ?? unknown,
  )

  const tryHealth = async () => {
    const reading = readHealth(db, now()).catch(() => null)
    return await Promise.race([reading, sleep(DATABASE_TIMEOUT_MS, null, { ref: false })])
  }
  let isProcessMeasured = false

  return {
    call({ call, code, ms }: LoggedCall): void {
      calls.labels(call ?? 'none', code).inc()
      seconds.observe(ms / 1000)
    },
    /** Counts a bonus, which bypasses the award queue. */
    bonus: () => void bonuses++,
    /** Sets the source for the number of open streams. */
    ofStreams(count: () => number): void {
      countStreams = count
    },
    contentType: registry.contentType,
    /** Returns everything in Prometheus' text format. */
    async print(): Promise<string> {
      if (!isProcessMeasured) {
        collectDefaultMetrics({ register: registry })
        // Remove gauges whose names end like a counter's: Prometheus' own check refuses such names.
        for (const what of ['resources', 'handles', 'requests'])
          registry.removeSingleMetric(`nodejs_active_${what}_total`)
      }
      isProcessMeasured = true
      health = await tryHealth()
      return await registry.metrics()
    },
  }
}
