import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import type { ReadName } from '#contract/calls'
import { UNEXPECTED_ERROR } from '#i18n/errors'
import { ApiError, hasCode } from './errors'

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: {
      /** Readings that this change makes stale. */
      stale: readonly ReadName[]
      /** Its screen shows what went wrong: no toast. */
      quiet?: boolean
    }
  }
}

const FRESH_MS = 5_000

interface Reactions {
  /** What a person did has failed: tell them. */
  toastError(message: string): void
  /** The server no longer knows the session. */
  onSignedOut(): void
}

/** Where errors, toasts and stale readings are dealt with, once for all calls. */
export function createQueryClient({ toastError, onSignedOut }: Reactions): QueryClient {
  const client = new QueryClient({
    queryCache: new QueryCache({
      onError: (error) => {
        if (hasCode(error, 'NOT_AUTHENTICATED')) onSignedOut()
      },
    }),
    mutationCache: new MutationCache({
      onSuccess: (_data, _input, _context, mutation) => {
        for (const name of mutation.meta?.stale ?? []) void client.invalidateQueries({ queryKey: [name] })
      },
      onError: (error, _input, _context, mutation) => {
        if (hasCode(error, 'NOT_AUTHENTICATED')) onSignedOut()
        if (mutation.meta?.quiet === true) return
        toastError(error instanceof ApiError ? error.message : UNEXPECTED_ERROR)
      },
    }),
    defaultOptions: {
      // navigator.onLine is a hint only: a call is tried, and judged by its own result.
      // What was seen stays, because it may be needed where there is no network, however long ago that was.
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
