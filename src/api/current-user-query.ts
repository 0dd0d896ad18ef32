import { queryOptions } from '@tanstack/react-query'
import { currentUser } from '#contract/calls/sign-in'
import type { User } from '#contract/entities'
import { followTimeZone } from '#lib/clock-time'
import { call } from './call'
import { noteLedger } from './connection'
import { readDeviceSession } from './device-session'
import { takeEarlyAnswer } from './early-answer'
import { hasCode } from './errors'
import { notePublicUrl } from './public-origin'

/** How long the current user stays fresh (ms): others may change its rank, team or booth, but that can wait for a minute. */
const FRESH_MS = 60_000

/** Fetches the signed-in user. Null after NOT_AUTHENTICATED or a pending offline sign-out, but not because of a network error. */
async function askCurrentUser(signal: AbortSignal): Promise<User | null> {
  try {
    const { user, time_zone, public_url, ...told } = await call(currentUser, {}, signal, takeEarlyAnswer())
    noteLedger(told)
    followTimeZone(time_zone)
    notePublicUrl(public_url)
    return user
  } catch (error) {
    if (hasCode(error, 'NOT_AUTHENTICATED')) return null
    // Signed out on this device, but the server does not know yet.
    if ((await readDeviceSession()).is === 'signing-out') return null
    throw error
  }
}

export function currentUserQuery() {
  return queryOptions({
    queryKey: [currentUser.name, {}] as const,
    queryFn: ({ signal }) => askCurrentUser(signal),
    staleTime: FRESH_MS,
  })
}
