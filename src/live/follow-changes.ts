import type { Query, QueryClient } from '@tanstack/react-query'
import type { GameRead } from '#contract/calls'
import type { Topic } from '#contract/topics'
import { recordStreamActivity, recordStreamEnd } from '../api/live-state'
import { readAgain, staleBy } from '../api/query-client'
import { followDeviceStream } from './device-stream'

/** After a greeting, everything is read again within this time (ms), at random: a restart greets thousands at once. */
const GREETING_SPREAD_MS = 3_000
/** A change of the event concerns everybody: its readings are spread over this time (ms). */
const EVENT_SPREAD_MS = 1_500
/** After a stream has ended, a reading finds out about the connection within this time (ms). */
const HINT_SPREAD_MS = 2_000
/**
 * The whole list of teams, and the own rank, which others' awards change all the time, are read at most this often (ms) because
 * of the ranking.
 */
const CALM_MS = 15_000
export const CALMLY_READ: ReadonlySet<GameRead> = new Set(['listTeams', 'currentUser', 'teamPoints'])

/** What may have changed between the screen's first reading and the first greeting; the event itself hardly does. */
const LIVELY: readonly Topic[] = ['user', 'team', 'invites', 'booth', 'ranking', 'message']

/** Whether a screen shows it. What is only kept for later is left to its own timer. */
function isShown({ observers }: Query): boolean {
  return observers.some(({ options }) => typeof options.refetchInterval !== 'number')
}

/**
 * Makes queries stale as the stream tells of changes.
 * @param who the account that is signed in; null on the public ranking
 * @returns a function that stops
 */
export function followChanges(client: QueryClient, who: string | null): () => void {
  const timers = new Set<ReturnType<typeof setTimeout>>()
  let greetings = 0
  let calm: ReturnType<typeof setTimeout> | null = null
  let calmAt = Number.NEGATIVE_INFINITY

  function later(ms: number, act: () => void): ReturnType<typeof setTimeout> {
    const timer = setTimeout(() => {
      timers.delete(timer)
      act()
    }, ms)
    timers.add(timer)
    return timer
  }

  function refresh(names: ReadonlySet<string>): void {
    void readAgain(client, ({ queryKey }) => names.has(String(queryKey[0])), { isShown })
  }

  /** The rank of the own team, and the list of all: seldom, because every award changes them. */
  function refreshCalmly(): void {
    if (calm !== null) return
    const wait = Math.max(0, calmAt + CALM_MS - performance.now())
    calm = later(wait + Math.random() * HINT_SPREAD_MS, () => {
      calm = null
      calmAt = performance.now()
      refresh(CALMLY_READ)
    })
  }

  function hear(topics: readonly Topic[]): void {
    const names = new Set<string>(staleBy(topics.filter((topic) => topic !== 'ranking')))
    if (topics.includes('ranking')) {
      // Not with the event's: the hall must see the reveal at once.
      refresh(new Set(['ranking']))
      names.delete('ranking')
      refreshCalmly()
    }
    if (topics.includes('event')) later(Math.random() * EVENT_SPREAD_MS, () => refresh(names))
    else refresh(names)
  }

  function greet(): void {
    greetings++
    const isFirst = greetings === 1
    later(Math.random() * GREETING_SPREAD_MS, () => {
      const names = isFirst
        ? staleBy(LIVELY)
        : new Set(
            client
              .getQueryCache()
              .getAll()
              .map(({ queryKey }) => String(queryKey[0])),
          )
      refresh(names)
    })
  }

  const stop = followDeviceStream(who, {
    onHello: greet,
    onAlive: recordStreamActivity,
    onClosed() {
      recordStreamEnd()
      if (document.visibilityState === 'visible')
        later(Math.random() * HINT_SPREAD_MS, () => refresh(new Set(['currentUser', 'ranking'])))
    },
    onTopics: hear,
  })
  return () => {
    stop()
    for (const timer of timers) clearTimeout(timer)
    recordStreamEnd()
  }
}
