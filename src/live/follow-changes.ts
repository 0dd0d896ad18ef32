import type { Query, QueryClient } from '@tanstack/react-query'
import type { GameRead } from '#contract/calls'
import type { Topic } from '#contract/topics'
import { outboxDraining } from '../api/connection'
import { recordStreamActivity, recordStreamEnd } from '../api/live-state'
import { refreshQueries, staleBy } from '../api/query-client'
import { followDeviceStream } from './device-stream'

/**
 * Refetch everything at a random moment within this time (ms) after a greeting: a restart greets
 * thousands of devices at once.
 */
const GREETING_SPREAD_MS = 3_000
/** Spread refetches over this time (ms) after a change of the event, which concerns everybody. */
const EVENT_SPREAD_MS = 1_500
/**
 * Spread two kinds of refetches over this time (ms): throttled ones, and those that test the
 * connection after a stream has ended.
 */
const REFETCH_SPREAD_MS = 2_000
/** Refetch the team list and the own rank, which every award changes, at most this often (ms). */
const THROTTLE_MS = 15_000
export const THROTTLED: ReadonlySet<GameRead> = new Set(['listTeams', 'currentUser', 'teamPoints'])

/**
 * The topics to refetch after the first greeting, because their data may have changed since the
 * screen's first fetch. Excludes the event, which rarely changes.
 */
const CHANGING: readonly Topic[] = ['user', 'team', 'invites', 'booth', 'ranking', 'message']

const BOOTH_READS = staleBy(['booth'])
/**
 * How long after a drain (ms) to refetch what was reported as changed during it, so that it joins
 * the outbox's own refetch.
 */
const AFTER_DRAIN_MS = 300

/**
 * True if a screen shows the query. An observer with a fixed refetch interval only keeps data ready
 * for later.
 */
function isShown({ observers }: Query): boolean {
  return observers.some(({ options }) => typeof options.refetchInterval !== 'number')
}

/**
 * Makes queries stale when the stream reports changes.
 * @param who the account that is signed in; null on the public ranking
 * @returns a function that stops
 */
export function followChanges(client: QueryClient, who: string | null): () => void {
  const timers = new Set<ReturnType<typeof setTimeout>>()
  let greetings = 0
  /** The greetings whose refetch is still due: until then, any data may be old. */
  let dueGreetings = 0
  let throttled: ReturnType<typeof setTimeout> | null = null
  let throttledAt = Number.NEGATIVE_INFINITY

  function later(ms: number, act: () => void): ReturnType<typeof setTimeout> {
    const timer = setTimeout(() => {
      timers.delete(timer)
      act()
    }, ms)
    timers.add(timer)
    return timer
  }

  function refresh(names: ReadonlySet<string>, cancelRefetch = true): void {
    void refreshQueries(client, ({ queryKey }) => names.has(String(queryKey[0])), {
      isShown,
      cancelRefetch,
    })
  }

  /** True if news of the booth arrived during a drain and waits for its end. */
  let isHeld = false
  function refreshBooth(): void {
    if (outboxDraining.get()) isHeld = true
    else refresh(BOOTH_READS)
  }
  const stopHolding = outboxDraining.subscribe(() => {
    if (outboxDraining.get() || !isHeld) return
    isHeld = false
    // Join the outbox's refetch of what its own awards changed.
    later(AFTER_DRAIN_MS, () => refresh(BOOTH_READS, false))
  })

  function refreshThrottled(): void {
    if (throttled !== null) return
    const wait = Math.max(0, throttledAt + THROTTLE_MS - performance.now())
    throttled = later(wait + Math.random() * REFETCH_SPREAD_MS, () => {
      throttled = null
      throttledAt = performance.now()
      refresh(THROTTLED)
    })
  }

  function onTopics(topics: readonly Topic[]): void {
    // `team` without `user` concerns one team, such as the one whose place the reveal uncovers:
    // refetch its data at once. With `user`, the change may concern everything and everybody.
    const isOfTeam = topics.includes('team') && !topics.includes('user')
    if (isOfTeam) refresh(staleBy(['team']))
    const names = new Set<string>(
      staleBy(topics.filter((topic) => topic !== 'ranking' && topic !== 'booth')),
    )
    if (isOfTeam) for (const name of staleBy(['team'])) names.delete(name)
    if (topics.includes('booth')) refreshBooth()
    if (topics.includes('ranking')) {
      // Do not delay the ranking like changes of the event: the hall must see the reveal at once.
      refresh(new Set(['ranking']))
      names.delete('ranking')
      refreshThrottled()
    }
    if (topics.includes('event')) later(Math.random() * EVENT_SPREAD_MS, () => refresh(names))
    else refresh(names)
  }

  function onHello(): void {
    greetings++
    dueGreetings++
    const isFirst = greetings === 1
    later(Math.random() * GREETING_SPREAD_MS, () => {
      dueGreetings--
      if (isFirst) refresh(staleBy(CHANGING))
      else void refreshQueries(client, undefined, { isShown })
    })
  }

  /** Confirms only data on screens: other data may have changed at a time without a stream. */
  function onAlive(): void {
    const current = client.getQueryCache().findAll({
      type: 'active',
      predicate: ({ state }) => !state.isInvalidated,
    })
    recordStreamActivity(dueGreetings > 0 ? [] : current)
  }

  const stop = followDeviceStream(who, {
    onHello,
    onAlive,
    onClosed() {
      recordStreamEnd()
      if (document.visibilityState === 'visible')
        later(Math.random() * REFETCH_SPREAD_MS, () => refresh(new Set(['currentUser', 'ranking'])))
    },
    onTopics,
  })
  return () => {
    stop()
    stopHolding()
    for (const timer of timers) clearTimeout(timer)
    recordStreamEnd()
  }
}
