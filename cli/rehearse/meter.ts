import type { Call } from '#contract/call'
import { calls } from '#contract/calls'

export interface Unexpected {
  readonly call: string
  readonly answer: string
  readonly times: number
}

/** A call as docs/api.md names it. */
function title(call: Call): string {
  const { action, option } = call
  if (call === calls.currentUser) return 'current user'
  return option === undefined ? action : `${action} ${option}`
}

function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

const ascending = (times: readonly number[]) => times.toSorted((a, b) => a - b)

/** How long the answers to one call took (ms). */
function latency(call: string, times: readonly number[]) {
  const sorted = ascending(times)
  const [p50, p95, p99] = [quantile(sorted, 0.5), quantile(sorted, 0.95), quantile(sorted, 0.99)]
  return { call, answered: sorted.length, p50, p95, p99, longest: sorted.at(-1) ?? 0 }
}

function createTally() {
  const times = new Map<string, Unexpected>()
  return {
    add(call: Call, answer: string): void {
      const key = `${call.name} ${answer}`
      times.set(key, { call: title(call), answer, times: (times.get(key)?.times ?? 0) + 1 })
    },
    most: () => [...times.values()].sort((a, b) => b.times - a.times),
  }
}

/** How soon a team hears of its points. */
function createNews() {
  const times: number[] = []
  /** Since when each team's news are under way. */
  const since = new Map<string, number>()
  const listening = new Set<string>()
  return {
    times,
    /** The captain's stream stands: from now on it must tell. */
    listens: (teamId: string) => void listening.add(teamId),
    /** An award is being sent for the first time. */
    expect(teamId: string): void {
      if (listening.has(teamId) && !since.has(teamId)) since.set(teamId, performance.now())
    },
    /** It was refused. */
    forget: (teamId: string) => void since.delete(teamId),
    /** The captain's stream told of the team. */
    heard(teamId: string): void {
      const from = since.get(teamId)
      if (from === undefined) return
      since.delete(teamId)
      times.push(performance.now() - from)
    },
  }
}

/** What the phones of a rehearsal experienced. */
export function createMeter() {
  const times = new Map<Call, number[]>()
  const repeats = createTally()
  const counts = { sent: 0, answered: 0, tryAgain: 0, streams: 0, broken: 0 }
  const news = createNews()
  const p99 = (list: readonly number[]) => (list.length === 0 ? null : quantile(ascending(list), 0.99))
  return {
    counts,
    news,
    answered(call: Call, ms: number): void {
      counts.answered++
      const list = times.get(call)
      if (list === undefined) times.set(call, [ms])
      else list.push(ms)
    },
    /** Answers that the rehearsal did not provoke. */
    unexpected: createTally(),
    /** What had to be tried again, and why. */
    repeats,
    /** No answer, or one that asks to try again. */
    tryAgain(call: Call, why: string): void {
      counts.tryAgain++
      repeats.add(call, why)
    },
    latencies() {
      const answered = [...times].map(([call, list]) => latency(title(call), list))
      const told = news.times.length === 0 ? [] : [latency('news of points, by the stream', news.times)]
      return [...answered.sort((a, b) => a.call.localeCompare(b.call)), ...told]
    },
    /** The time in which 99 of 100 news came; null if there were none. */
    newsP99: () => p99(news.times),
    /** The time in which 99 of 100 answers of these calls came; null if there was none. */
    p99: (counted: ReadonlySet<Call>) => p99([...times].flatMap(([call, list]) => (counted.has(call) ? list : []))),
  }
}

export type Meter = ReturnType<typeof createMeter>
