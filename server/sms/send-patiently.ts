import { setTimeout as delay } from 'node:timers/promises'
import { ProviderFailure } from './sms'

export interface Patience {
  /** How long one attempt may take (ms). */
  readonly attemptMs: number
  /** How long all attempts together may take (ms). */
  readonly allMs: number
  /** The pauses before further attempts, unless the provider says how long (ms). */
  readonly pausesMs: readonly number[]
}

/** The page waits 15 s for an answer. */
export const PATIENCE: Patience = { attemptMs: 8_000, allMs: 12_000, pausesMs: [300, 1_500] }

function mayTryAgain(reason: unknown): reason is ProviderFailure {
  return reason instanceof ProviderFailure && (reason.fate === 'not reached' || reason.fate === 'try later')
}

/**
 * Makes attempts until one succeeds, but another one only if the last certainly sent nothing. Throws what the last attempt threw.
 */
export async function sendPatiently(attempt: (timeoutMs: number) => Promise<void>, patience: Patience): Promise<void> {
  const end = performance.now() + patience.allMs
  for (const pauseMs of [...patience.pausesMs, null]) {
    try {
      await attempt(Math.max(1, Math.min(patience.attemptMs, end - performance.now())))
      return
    } catch (reason) {
      if (pauseMs === null || !mayTryAgain(reason)) throw reason
      const waitMs = reason.retryAfterMs ?? pauseMs
      if (performance.now() + waitMs >= end) throw reason
      await delay(waitMs)
    }
  }
}
