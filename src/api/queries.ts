import { queryOptions } from '@tanstack/react-query'
import * as v from 'valibot'
import type { Change, Input, Output, Read } from '#contract/call'
import { currentUser } from '#contract/calls/sign-in'
import type { User } from '#contract/entities'
import { readStored, writeStored } from '#lib/local-storage'
import { createObservable, type Observable } from '#lib/observable'
import { parseUrl } from '#lib/parse-url'
import { followTimeZone } from '#lib/server-clock'
import { serverVersion } from '#lib/versions'
import { call } from './call'
import { recordLedger } from './connection'
import { readDeviceSession } from './device-session'
import { hasCode } from './errors'
import type { Quiet } from './query-client'

/** The query of a read call. Its key is the call's name and input. */
export function query<C extends Read>(read: C, input: Input<C>) {
  return queryOptions({
    queryKey: [read.name as C['name'], input] as const,
    queryFn: ({ signal }): Promise<Output<C>> => call(read, input, signal),
  })
}

/** The mutation of a change call. Its `meta` names the queries it makes stale. */
export function mutation<C extends Change>(change: C, quiet: Quiet = false) {
  return {
    mutationKey: [change.name] as const,
    mutationFn: (input: Input<C>): Promise<Output<C>> => call(change, input),
    meta: { change, quiet },
  }
}

/**
 * How long the current user stays fresh (ms): a change of rank, team or booth that others make can
 * wait a minute.
 */
const FRESH_MS = 60_000

/**
 * Fetches the signed-in user. Null after NOT_AUTHENTICATED or a pending offline sign-out, but not
 * because of a network error.
 */
async function fetchCurrentUser(signal: AbortSignal): Promise<User | null> {
  try {
    const { user, time_zone, public_url, server_version, ...ledger } = await call(
      currentUser,
      {},
      signal,
    )
    recordLedger(ledger)
    followTimeZone(time_zone)
    recordPublicUrl(public_url)
    if (server_version !== undefined) serverVersion.set(server_version)
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
    queryFn: ({ signal }) => fetchCurrentUser(signal),
    staleTime: FRESH_MS,
  })
}

const KEY = 'geek-public-url'

const reported = createObservable<string | null>(null)

/** The server writes its PUBLIC_URL into the page; the worker's cached copy has none. */
function originInPage(): string | null {
  const url = document.querySelector<HTMLMetaElement>('meta[property="og:url"]')?.content ?? ''
  return parseUrl(url)?.origin ?? null
}

let atStart: string | undefined
function originAtStart(): string {
  atStart ??= originInPage() ?? readStored(KEY, v.string()) ?? window.location.origin
  return atStart
}

/**
 * The origin of PUBLIC_URL, for all addresses that the app shows, writes or shares, even if opened
 * at another origin. Offline, it is known from the last response.
 */
export const publicOrigin: Observable<string> = {
  get: () => reported.get() ?? originAtStart(),
  subscribe: reported.subscribe,
}

/** Records the server's PUBLIC_URL, which older servers do not report. */
function recordPublicUrl(url: string | undefined): void {
  const origin = parseUrl(url ?? '')?.origin
  if (origin === undefined) return
  writeStored(KEY, origin)
  reported.set(origin)
}

/** The origins whose addresses lead here: PUBLIC_URL's and the page's own. */
export const ownOrigins = (): readonly string[] => [publicOrigin.get(), window.location.origin]
