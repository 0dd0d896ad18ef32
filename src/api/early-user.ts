import type { Call } from '#contract/call'
import { currentUser } from '#contract/calls/sign-in'

/** A request started by the script in index.html before the app's code ran. */
export interface EarlyRequest {
  readonly response: Promise<Response>
  abort(): void
}

/** The global object; only a page's has an early request, a worker's does not. */
const page = globalThis as { earlyUser?: EarlyRequest }

/** Takes the early request for the user, once, for the first matching call; undefined if none. */
export function takeEarlyUser({ name }: Call): EarlyRequest | undefined {
  if (name !== currentUser.name) return undefined
  const { earlyUser } = page
  delete page.earlyUser
  return earlyUser
}

/** Discards the early request: its answer may concern a session that must not be used. */
export function dropEarlyUser(): void {
  takeEarlyUser(currentUser)?.abort()
}
