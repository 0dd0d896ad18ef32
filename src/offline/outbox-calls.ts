import type { Call, Input, Output } from '#contract/call'
import { sleepsSoFar } from '#lib/device-sleep'
import type { call as pageCall } from '../api/call'
import { setServerReachable } from '../api/connection'

/**
 * Limit for a running call once the network is back (ms): a call sent before that may never be
 * answered.
 */
const AFTER_RETURN_MS = 3_000
/** Limit for a call after none timed out (ms): on a good network, it is resent within 10 s. */
const SOON_MS = 8_000

/** A timer that fires later than this (ms) shows that the browser had stopped the page. */
const STOPPED_MS = 1_000

interface RunningCall {
  readonly shorten: () => void
}

/**
 * The outbox's calls, which time out sooner than a screen's (15 s): they are resent under the same
 * ids and count once. Slow networks get more time: after one timeout here, the next call gets the
 * usual limit, or at least 8 s if the network returns; after two or more in a row, calls get the
 * usual limit even then. A timeout while the device slept or the page was stopped says nothing about
 * the network, and calls that time out together count once.
 */
export function createOutboxCalls(call: typeof pageCall) {
  const underWay = new Set<RunningCall>()
  /** Consecutive calls that timed out here. */
  let ended = 0
  /** When the last of them timed out (ms, `performance.now()`). */
  let endedAt = Number.NEGATIVE_INFINITY

  async function callSoon<C extends Call>(definition: C, input: Input<C>): Promise<Output<C>> {
    const controller = new AbortController()
    const startedAt = performance.now()
    const sleeps = sleepsSoFar()
    const leastMs = [0, SOON_MS][ended] ?? Number.POSITIVE_INFINITY
    let endsAt = Number.POSITIVE_INFINITY
    let timer: ReturnType<typeof setTimeout> | undefined
    let how: 'in time' | 'timed out' | 'stopped' = 'in time'

    function endIn(ms: number, isAnswerLost: boolean): void {
      const now = performance.now()
      const at = Math.max(now + ms, startedAt + leastMs)
      if (at >= endsAt) return
      endsAt = at
      clearTimeout(timer)
      timer = setTimeout(() => {
        const wasStopped = sleeps !== sleepsSoFar() || performance.now() - at > STOPPED_MS
        how = wasStopped ? 'stopped' : 'timed out'
        if (isAnswerLost && !wasStopped) setServerReachable(false)
        controller.abort(new Error('no answer soon'))
      }, at - now)
    }
    if (ended === 0) endIn(SOON_MS, true)
    const own: RunningCall = { shorten: () => endIn(AFTER_RETURN_MS, false) }
    underWay.add(own)
    try {
      return await call(definition, input, controller.signal)
    } finally {
      if (how === 'in time') ended = 0
      else if (how === 'timed out' && startedAt >= endedAt) {
        ended += 1
        endedAt = performance.now()
      }
      clearTimeout(timer)
      underWay.delete(own)
    }
  }
  return {
    call: callSoon,
    /** Shortens running calls, because the network is back. */
    onReturn(): void {
      for (const { shorten } of underWay) shorten()
    },
  }
}
