import type { Call } from '#contract/call'
import { currentUser } from '#contract/calls/sign-in'

/** A request that the script in index.html has begun before the app's code ran. */
export interface EarlyRequest {
  readonly response: Promise<Response>
  abort(): void
}

/** The page's; a worker has none. */
const page = globalThis as { earlyUser?: EarlyRequest }

/** Takes the request for the user of a signed-in start, for the first call that asks for it; undefined if there is none. */
export function takeEarlyUser({ name }: Call): EarlyRequest | undefined {
  if (name !== currentUser.name) return undefined
  const { earlyUser } = page
  delete page.earlyUser
  return earlyUser
}

/** Its answer may be about a session that must not be used. */
export function dropEarlyUser(): void {
  takeEarlyUser(currentUser)?.abort()
}
