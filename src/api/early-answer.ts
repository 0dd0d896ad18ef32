import { withDeadline } from '#lib/deadline'
import type { Arrived } from './exchange'

/** How long it is waited for (ms), and how old it may be; the app asks again after that. */
const PATIENCE_MS = 5_000

/**
 * The answer to `action=login` that index.html asked for before the scripts were there, which saves a slow network's round trip. It
 * resolves with null if it failed. Null where nothing was asked, and after the first taking: what is asked later must not get it.
 */
export function takeEarlyAnswer(): Promise<Arrived | null> | null {
  const asked = window.userAsked
  forgetEarlyAnswer()
  if (asked === undefined) return null
  const usable = asked.then(
    (arrived) => (performance.now() - arrived.at < PATIENCE_MS ? arrived : null),
    () => null,
  )
  return withDeadline(usable, PATIENCE_MS, () => null)
}

/** A change is about to be made, which the answer does not know. */
export function forgetEarlyAnswer(): void {
  delete globalThis.window?.userAsked
}
