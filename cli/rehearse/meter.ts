import { type CallName, definitionOf } from '#contract/calls'

/** How long the answers to one call took. */
export interface Latency {
  readonly call: string
  readonly answered: number
  /** ms. */
  readonly p50: number
  readonly p95: number
  readonly p99: number
  readonly longest: number
}

export interface Unexpected {
  readonly call: string
  readonly answer: string
  readonly times: number
}

/** What the phones of a rehearsal experienced. */
export interface Meter {
  sent(): void
  answered(call: CallName, ms: number): void
  /** An answer that the rehearsal did not provoke. */
  unexpected(call: CallName, answer: string): void
  /** No answer, or one that asks to try again. */
  tryAgain(call: CallName, why: string): void
  streamOpened(): void
  /** A live stream that ended by itself. */
  streamBroken(): void
  /** How long it took until a team's phone heard of its points. */
  news(ms: number): void
  readonly counts: {
    readonly sent: number
    readonly answered: number
    readonly tryAgain: number
    readonly streams: number
    readonly broken: number
  }
  unexpectedAnswers(): readonly Unexpected[]
  /** What had to be tried again, and why. */
  repeats(): readonly Unexpected[]
  latencies(): readonly Latency[]
  newsP99(): number | null
  /** The time in which 99 of 100 answers of these calls came; null if there was none. */
  p99(calls: (call: CallName) => boolean): number | null
}

/** A call as docs/api.md names it. */
function title(call: CallName): string {
  const { action, option } = definitionOf(call)
  if (call === 'currentUser') return 'current user'
  return option === undefined ? action : `${action} ${option}`
}

function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

const ascending = (times: readonly number[]) => times.toSorted((a, b) => a - b)

function latency(call: string, times: readonly number[]): Latency {
  const sorted = ascending(times)
  const [p50, p95, p99] = [quantile(sorted, 0.5), quantile(sorted, 0.95), quantile(sorted, 0.99)]
  return { call, answered: sorted.length, p50, p95, p99, longest: sorted.at(-1) ?? 0 }
}

function createTally() {
  const times = new Map<string, Unexpected>()
  return {
    add(call: CallName, answer: string): void {
      const key = `${call} ${answer}`
      times.set(key, { call: title(call), answer, times: (times.get(key)?.times ?? 0) + 1 })
    },
    most: () => [...times.values()].sort((a, b) => b.times - a.times),
  }
}

export function createMeter(): Meter {
  const times = new Map<CallName, number[]>()
  const unexpected = createTally()
  const repeats = createTally()
  const counts = { sent: 0, answered: 0, tryAgain: 0, streams: 0, broken: 0 }
  const newsTimes: number[] = []
  return {
    counts,
    sent: () => void counts.sent++,
    streamOpened: () => void counts.streams++,
    streamBroken: () => void counts.broken++,
    news: (ms) => void newsTimes.push(ms),
    answered(call, ms) {
      counts.answered++
      const list = times.get(call)
      if (list === undefined) times.set(call, [ms])
      else list.push(ms)
    },
    unexpected: (call, answer) => unexpected.add(call, answer),
    tryAgain(call, why) {
      counts.tryAgain++
      repeats.add(call, why)
    },
    unexpectedAnswers: () => unexpected.most(),
    repeats: () => repeats.most(),
    latencies() {
      const calls = [...times].map(([call, list]) => latency(title(call), list))
      const news = newsTimes.length === 0 ? [] : [latency('news of points, by the stream', newsTimes)]
      return [...calls.sort((a, b) => a.call.localeCompare(b.call)), ...news]
    },
    newsP99: () => (newsTimes.length === 0 ? null : quantile(ascending(newsTimes), 0.99)),
    p99(calls) {
      const sorted = ascending([...times].flatMap(([call, list]) => (calls(call) ? list : [])))
      return sorted.length === 0 ? null : quantile(sorted, 0.99)
    },
  }
}
