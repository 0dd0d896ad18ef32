import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import type { Change } from '#contract/call'
import { UNEXPECTED_ERROR } from '#texts/errors'
import { forgetEarlyAnswer } from './early-answer'
import { ApiError, hasCode } from './errors'
import { invalidateAfter } from './stale'

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
      onMutate: forgetEarlyAnswer,
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
