import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import type { Change } from '#contract/call'
import type { GameRead } from '#contract/calls'
import type { Topic } from '#contract/topics'
import { commonTexts, UNEXPECTED_ERROR } from '#texts/common'
import { ApiError, CommunicationError, hasCode } from './errors'

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: {
      /** What it touches is read again; none where the caller has more read again. */
      change?: Change
      /** No toast: the screen shows the error. */
      quiet?: boolean
    }
  }
}

const FRESH_MS = 5_000

/** What a person reads of a call that failed. */
export const errorText = (error: Error): string => (error instanceof ApiError ? error.message : UNEXPECTED_ERROR)

/** The same where it stands beside what was asked, so that it can be tried again. */
export const faultText = (error: Error): string =>
  error instanceof CommunicationError ? commonTexts.notConnectedHint : errorText(error)

interface Reactions {
  /** Called when a mutation fails, with a Croatian message. */
  toastError(message: string): void
  /** Called when the server rejects the session (NOT_AUTHENTICATED). */
  onSignedOut(): void
}

export function createQueryClient({ toastError, onSignedOut }: Reactions): QueryClient {
  const client = new QueryClient({
    queryCache: new QueryCache({
      onError: (error) => {
        if (hasCode(error, 'NOT_AUTHENTICATED')) onSignedOut()
      },
    }),
    mutationCache: new MutationCache({
      onSuccess: (_data, _input, _context, mutation) => {
        if (mutation.meta?.change !== undefined) void invalidateAfter(client, mutation.meta.change)
      },
      onError: (error, _input, _context, mutation) => {
        if (hasCode(error, 'NOT_AUTHENTICATED')) onSignedOut()
        if (mutation.meta?.quiet === true) return
        toastError(errorText(error))
      },
    }),
    defaultOptions: {
      // Calls are always tried, because navigator.onLine is only a hint.
      // Cached data is never collected, because it may be needed offline much later.
      queries: {
        networkMode: 'always',
        retry: false,
        staleTime: FRESH_MS,
        gcTime: Number.POSITIVE_INFINITY,
        refetchOnReconnect: true,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  })
  return client
}

/** The queries that a change of each topic makes stale, whoever made it. */
const STALE_BY: { readonly [T in Topic]: readonly GameRead[] } = {
  user: ['currentUser', 'listSessions'],
  team: ['teamPoints', 'checkCooldown', 'listMembers'],
  invites: ['listInvites'],
  ranking: ['ranking', 'listTeams'],
  booth: ['listAwards', 'checkCooldown'],
  event: ['currentUser', 'teamPoints', 'listVendors', 'listTags', 'listTeams', 'ranking', 'checkCooldown'],
  message: ['listMessages'],
}

export function staleBy(topics: readonly Topic[]): ReadonlySet<GameRead> {
  return new Set(topics.flatMap((topic) => STALE_BY[topic]))
}

/**
 * Invalidates what a change of this device has made stale: a screen's, the outbox's or that of the kept scans. Resolves once
 * the queries on screen are refetched.
 * @param options `cancelRefetch: false` joins a refetch that is already running
 */
export async function invalidateAfter(
  client: QueryClient,
  { touches, ofOthers }: Change,
  options?: { readonly cancelRefetch: boolean },
): Promise<void> {
  const topics = touches.filter((topic) => ofOthers?.includes(topic) !== true)
  await Promise.all([...staleBy(topics)].map((name) => client.invalidateQueries({ queryKey: [name] }, options)))
}
