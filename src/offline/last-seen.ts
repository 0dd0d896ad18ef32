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
import { CALL_NAMES, definitionOf } from '#contract/calls'
import { user } from '#contract/entities'
import { PROTOCOL_VERSION } from '#contract/protocol'

/** Longer than any event; after that nobody wants to see it. */
const MAX_AGE_MS = 30 * 24 * 3_600_000
/** Changes within this time are written together (ms). */
const GATHER_MS = 1_000

type DehydratedQuery = DehydratedState['queries'][number]

/** Another version of the app may have written it: only what this one can read comes back. */
function isReadable({ queryKey, state }: Pick<DehydratedQuery, 'queryKey' | 'state'>): boolean {
  const name = CALL_NAMES.find((one) => one === queryKey[0])
  if (name === undefined) return false
  return v.is(name === 'currentUser' ? user : definitionOf(name).output, state.data)
}

/** A reading that failed later is still what was last seen. */
function asSeen(query: DehydratedQuery): DehydratedQuery {
  const fine = { status: 'success', error: null, fetchFailureCount: 0, fetchFailureReason: null, fetchStatus: 'idle' } as const
  return { ...query, state: { ...query.state, ...fine } }
}

function isSeen(query: Query): boolean {
  return query.state.data !== undefined && query.state.data !== null
}

interface Kept extends Persister {
  /** Writes now what was to be written soon. */
  flush(): void
  stop(): void
}

/** One account's readings, under one key of the device's database. */
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
      // A device that refuses storage shows nothing offline, and works as ever online.
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

/** Keeps what an account saw, with the time it was seen, for a start without a network. */
export function createLastSeen(queryClient: QueryClient) {
  const store = createStore('geek-last-seen', 'accounts')
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
    /** Brings back what the account saw, to be read anew as soon as it can be, and from now on keeps what it sees. */
    async follow(account: string | null): Promise<void> {
      leave()
      if (account === null) return
      const mine = createKept(account, store)
      kept = mine
      await persistQueryClientRestore({ queryClient, persister: mine, buster, maxAge: MAX_AGE_MS }).catch(() => undefined)
      // Signed out, or another account, while the storage was read.
      if (kept !== mine) return
      await queryClient.invalidateQueries({ refetchType: 'none' })
      const dehydrateOptions = { shouldDehydrateQuery: isSeen, shouldDehydrateMutation: () => false }
      unsubscribe = persistQueryClientSubscribe({ queryClient, persister: mine, buster, dehydrateOptions })
      await persistQueryClientSave({ queryClient, persister: mine, buster, dehydrateOptions })
    },
    /** Wipes what the account saw. */
    async forget(account: string): Promise<void> {
      leave()
      try {
        await del(account, store)
      } catch {
        // Where nothing can be deleted, nothing could be kept.
      }
    },
  }
}
