import {
  type DehydratedState,
  dehydrate,
  hydrate,
  type Query,
  type QueryClient,
} from '@tanstack/react-query'
import { delMany, get, set, update } from 'idb-keyval'
import * as v from 'valibot'
import type { Call } from '#contract/call'
import { user } from '#contract/entities'
import { gameCalls } from '#contract/game-calls'
import { PROTOCOL_VERSION } from '#contract/protocol'
import { readStored, removeStored, writeStored } from '#lib/local-storage'
import { eventTimeZone, followTimeZone } from '#lib/server-clock'
import { withDeadline } from '#lib/timers'
import { createDatabase } from '../api/indexed-db'

/** The last data of each account on this device, and the news announced to it. */
const database = createDatabase({
  name: 'geek-last-seen',
  stores: ['accounts'],
  version: 1,
  durability: 'relaxed',
})
const store = database.store('accounts')

/** The key of an account's announced news. The key of its data is the account's id alone. */
function announcedKey(account: string): string {
  return `${account} told`
}

const KEY = 'geek-last-seen'
/**
 * Store no longer data than this locally (characters): local storage has room for 5 million, which
 * the mirror of waiting awards needs first.
 */
const MAX_LENGTH = 1_000_000

interface StoredQueries {
  readonly timestamp: number
  /** The contract's version. */
  readonly buster: string
  /** The event's time zone; older versions of the app stored none. */
  readonly zone?: string | undefined
  readonly clientState: DehydratedState
}

interface LocalData {
  readonly account: string
  readonly client: StoredQueries
}

/** Unchecked: only this app writes it, and the reader drops queries of other versions. */
const localSchema = v.custom<LocalData>(
  (value) => typeof value === 'object' && value !== null && 'account' in value,
)

/**
 * Reads the account's data in local storage (fault 70); null if another account used the device
 * last.
 */
function readLocal(account: string): StoredQueries | null {
  const local = readStored(KEY, localSchema)
  return local?.account === account ? local.client : null
}

/** Synchronous, because a page that is left has no time for anything else. */
function writeLocal(account: string, client: StoredQueries): void {
  const local: LocalData = { account, client }
  if (JSON.stringify(local).length > MAX_LENGTH) removeStored(KEY)
  else writeStored(KEY, local)
}

/** Stored data expires after this time (ms), which is longer than any event. */
const MAX_AGE_MS = 30 * 24 * 3_600_000
/** Changes within this time (ms) are written together. */
const GATHER_MS = 1_000
/**
 * While the page lives, replace the local data only if it lacks a query or is older than this (ms):
 * browsers rarely flush local storage to disk.
 */
const LOCAL_AGE_MS = 300_000
/**
 * A database that does not answer within this time (ms) may be locked by a page that was left
 * (fault 70).
 */
const READ_TIMEOUT_MS = 1_000

type DehydratedQuery = DehydratedState['queries'][number]

/** The calls whose data is stored. None is an organiser's: other people's data is never stored. */
const CALLS: readonly Call[] = Object.values(gameCalls)
const callOf = (key: readonly unknown[]) => CALLS.find(({ name }) => name === key[0])

/** True if this app version can read the data: another version may have written it. */
function isReadable({ queryKey, state }: Pick<DehydratedQuery, 'queryKey' | 'state'>): boolean {
  const call = callOf(queryKey)
  if (call === undefined) return false
  return v.is(call.name === 'currentUser' ? user : call.output, state.data)
}

/** Clears a later error, so that the last successful data is stored. */
function asSeen(query: DehydratedQuery): DehydratedQuery {
  const fine = {
    status: 'success',
    error: null,
    fetchFailureCount: 0,
    fetchFailureReason: null,
    fetchStatus: 'idle',
  } as const
  return { ...query, state: { ...query.state, ...fine } }
}

const BUSTER = String(PROTOCOL_VERSION)

function seenIn(queryClient: QueryClient): StoredQueries {
  const { queries } = dehydrate(queryClient, {
    shouldDehydrateQuery: isSeen,
    shouldDehydrateMutation: () => false,
  })
  return {
    timestamp: Date.now(),
    buster: BUSTER,
    zone: eventTimeZone(),
    clientState: { mutations: [], queries: queries.map(asSeen) },
  }
}

/** Marks restored data for a refetch; answers that arrived meanwhile stay fresh. */
function asStale(query: DehydratedQuery): DehydratedQuery {
  return { ...query, state: { ...query.state, isInvalidated: true } }
}

function isSeen({ queryKey, state }: Query): boolean {
  return state.data !== undefined && state.data !== null && callOf(queryKey) !== undefined
}

/**
 * Stores one account's query data under one key of the database, and in local storage whenever the
 * page may end.
 */
function createAccountStore(account: string, queryClient: QueryClient) {
  let storedLocally: StoredQueries | null = null
  let isLocalCurrent = true
  let timer: ReturnType<typeof setTimeout> | undefined
  let unsubscribe = () => {}
  function storeLocally(seen: StoredQueries) {
    writeLocal(account, seen)
    storedLocally = seen
    isLocalCurrent = true
  }
  async function save() {
    clearTimeout(timer)
    timer = undefined
    const seen = seenIn(queryClient)
    const { queries } = seen.clientState
    // A browser killed on a full disk loses its databases, but not local storage (fault 59).
    if (
      storedLocally?.clientState.queries.length !== queries.length ||
      seen.timestamp - storedLocally.timestamp > LOCAL_AGE_MS
    )
      storeLocally(seen)
    // Without storage the app shows nothing offline, but works online.
    await set(account, seen, store).catch(() => undefined)
  }
  function saveSoon() {
    isLocalCurrent = false
    timer ??= setTimeout(() => void save(), GATHER_MS)
  }
  return {
    /** Reads the database or, if that is older or does not answer, local storage. */
    async read(): Promise<StoredQueries | undefined> {
      const reading = get<StoredQueries>(account, store)
      const local = readLocal(account)
      const stored = await (local === null
        ? reading
        : withDeadline(reading, READ_TIMEOUT_MS, () => undefined)
      ).catch(() => undefined)
      return local !== null && (stored === undefined || stored.timestamp < local.timestamp)
        ? local
        : stored
    },
    /** Starts storing data. */
    follow() {
      saveSoon()
      unsubscribe = queryClient.getQueryCache().subscribe((event) => {
        if (
          event.type === 'removed' ||
          (event.type === 'updated' && event.action.type === 'success')
        )
          saveSoon()
      })
    },
    /** Stores the current data at once, because the page may end here. */
    leave() {
      if (!isLocalCurrent) storeLocally(seenIn(queryClient))
      if (timer !== undefined) void save()
    },
    stop() {
      clearTimeout(timer)
      unsubscribe()
    },
  }
}

/** Stores an account's query data with its fetch times, so that the app can start offline. */
export interface LastSeen {
  /**
   * Restores the account's stored data as stale, and stores its data from now on. Null stops
   * storing.
   */
  follow(account: string | null): Promise<void>
  forget(account: string): Promise<void>
}

export function createLastSeen(queryClient: QueryClient): LastSeen {
  let followed: ReturnType<typeof createAccountStore> | null = null
  // Listen to both events: a page that is left may get no `visibilitychange`, and a page in the
  // background no `pagehide`.
  window.addEventListener('pagehide', () => followed?.leave())
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') followed?.leave()
  })

  function stop(): void {
    followed?.stop()
    followed = null
  }
  return {
    async follow(account: string | null): Promise<void> {
      stop()
      if (account === null) return
      const mine = createAccountStore(account, queryClient)
      followed = mine
      const seen = await mine.read()
      // The account signed out or changed meanwhile.
      if (followed !== mine) return
      if (seen?.buster === BUSTER && Date.now() - seen.timestamp <= MAX_AGE_MS) {
        // The server's answer may have come first.
        followTimeZone(eventTimeZone() ?? seen.zone)
        hydrate(queryClient, {
          mutations: [],
          queries: seen.clientState.queries.filter(isReadable).map(asStale),
        })
      }
      mine.follow()
    },
    async forget(account: string): Promise<void> {
      stop()
      removeStored(KEY)
      // If nothing can be deleted, nothing could be stored either.
      await delMany([account, announcedKey(account)], store).catch(() => undefined)
    },
  }
}

/**
 * Finds news not yet announced to the account on this device and marks them as announced, in one
 * transaction: only one of several tabs announces them, and a reload does not repeat them. Without
 * storage each page announces for itself.
 * @param newsSince receives the previous announcement; returns the next one and the news
 * @param inMemory the previous announcement of this page, used without storage
 */
export async function claimNews<Announced, News>(
  account: string,
  newsSince: (before: Announced | undefined) => readonly [Announced, News],
  inMemory: Announced | undefined,
): Promise<readonly [Announced, News]> {
  let claimed: readonly [Announced, News] | null = null
  const claiming = update<Announced>(
    announcedKey(account),
    (before) => {
      claimed = newsSince(before)
      return claimed[0]
    },
    store,
  )
  await withDeadline(claiming, READ_TIMEOUT_MS, () => undefined).catch(() => undefined)
  return claimed ?? newsSince(inMemory)
}
