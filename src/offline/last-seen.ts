import {
  type PersistedClient,
  type Persister,
  persistQueryClientRestore,
  persistQueryClientSave,
  persistQueryClientSubscribe,
} from '@tanstack/query-persist-client-core'
import type { DehydratedState, Query, QueryClient } from '@tanstack/react-query'
import { createStore, del, get, set } from 'idb-keyval'
import * as v from 'valibot'
import { CALLS_OF_THE_GAME, definitionOf } from '#contract/calls'
import { user } from '#contract/entities'
import { PROTOCOL_VERSION } from '#contract/protocol'
import { LAST_SEEN_DATABASE } from './database-names'

/** Stored data expires after this time (ms), which is longer than any event. */
const MAX_AGE_MS = 30 * 24 * 3_600_000
/** Changes within this time (ms) are written together. */
const GATHER_MS = 1_000

type DehydratedQuery = DehydratedState['queries'][number]

/** True if this version of the app can read the data, which another version may have written. */
function isReadable({ queryKey, state }: Pick<DehydratedQuery, 'queryKey' | 'state'>): boolean {
  const name = CALLS_OF_THE_GAME.find((one) => one === queryKey[0])
  if (name === undefined) return false
  return v.is(name === 'currentUser' ? user : definitionOf(name).output, state.data)
}

/** Clears a later error, so that the last successful data is stored. */
function asSeen(query: DehydratedQuery): DehydratedQuery {
  const fine = { status: 'success', error: null, fetchFailureCount: 0, fetchFailureReason: null, fetchStatus: 'idle' } as const
  return { ...query, state: { ...query.state, ...fine } }
}

/** What an organiser has read of other people is never kept. */
function isSeen({ queryKey, state }: Query): boolean {
  return state.data !== undefined && state.data !== null && CALLS_OF_THE_GAME.some((name) => name === queryKey[0])
}

interface Kept extends Persister {
  /** Writes pending changes now. */
  flush(): void
  stop(): void
}

/** Stores one account's query data under one key of the database. */
function createKept(account: string, store: ReturnType<typeof createStore>): Kept {
  let latest: PersistedClient | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  function flush() {
    clearTimeout(timer)
    timer = undefined
    if (latest === null) return
    const { clientState, ...rest } = latest
    latest = null
    const queries = clientState.queries.map(asSeen)
    void keep({ ...rest, clientState: { mutations: [], queries } })
  }
  async function keep(client: PersistedClient) {
    try {
      await set(account, client, store)
    } catch {
      // Without storage the app shows nothing offline, but works online.
    }
  }
  return {
    persistClient(client) {
      latest = client
      timer ??= setTimeout(flush, GATHER_MS)
    },
    async restoreClient() {
      const stored = await get<PersistedClient>(account, store)
      if (stored === undefined) return undefined
      return { ...stored, clientState: { mutations: [], queries: stored.clientState.queries.filter(isReadable) } }
    },
    removeClient: () => del(account, store),
    flush,
    stop() {
      clearTimeout(timer)
      latest = null
    },
  }
}

/** Stores an account's query data with its fetch times, so that the app can start offline. */
export interface LastSeen {
  /** Restores the account's stored data, marks it stale, and stores its data from now on. Null stops storing. */
  follow(account: string | null): Promise<void>
  /** Deletes the account's stored data. */
  forget(account: string): Promise<void>
}

export function createLastSeen(queryClient: QueryClient): LastSeen {
  const store = createStore(LAST_SEEN_DATABASE, 'accounts')
  const buster = String(PROTOCOL_VERSION)
  let kept: Kept | null = null
  let unsubscribe = () => {}
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') kept?.flush()
  })

  function leave(): void {
    unsubscribe()
    kept?.stop()
    unsubscribe = () => {}
    kept = null
  }
  return {
    async follow(account: string | null): Promise<void> {
      leave()
      if (account === null) return
      const mine = createKept(account, store)
      kept = mine
      await persistQueryClientRestore({ queryClient, persister: mine, buster, maxAge: MAX_AGE_MS }).catch(() => undefined)
      // Meanwhile the account has signed out or changed.
      if (kept !== mine) return
      await queryClient.invalidateQueries({ refetchType: 'none' })
      const dehydrateOptions = { shouldDehydrateQuery: isSeen, shouldDehydrateMutation: () => false }
      unsubscribe = persistQueryClientSubscribe({ queryClient, persister: mine, buster, dehydrateOptions })
      await persistQueryClientSave({ queryClient, persister: mine, buster, dehydrateOptions })
    },
    async forget(account: string): Promise<void> {
      leave()
      try {
        await del(account, store)
      } catch {
        // If nothing can be deleted, nothing could be stored either.
      }
    },
  }
}
