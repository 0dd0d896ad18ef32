import { type DehydratedState, dehydrate, hydrate, type Query, type QueryClient } from '@tanstack/react-query'
import { delMany, get, set, type UseStore, update } from 'idb-keyval'
import * as v from 'valibot'
import type { Call } from '#contract/call'
import { user } from '#contract/entities'
import { gameCalls } from '#contract/game-calls'
import { PROTOCOL_VERSION } from '#contract/protocol'
import { withDeadline } from '#lib/timers'
import { createDatabase } from '../api/indexed-db'
import { localStorageOrNull } from '../api/local-storage'
import { LAST_SEEN_DATABASE } from './strict-store'

/** What each account has seen on this device, and what it has been told. */
export function openLastSeenStore(): UseStore {
  return createDatabase({ name: LAST_SEEN_DATABASE, stores: ['accounts'], version: 1, durability: 'relaxed' }).store('accounts')
}

/** The key of what an account was told; what it has seen is under its id. */
export function announcedKey(account: string): string {
  return `${account} told`
}

const KEY = 'geek-last-seen'
/** Local storage holds 5 million characters, and the copies of waiting awards come first. */
const MAX_LENGTH = 1_000_000

interface StoredQueries {
  readonly timestamp: number
  /** The contract's version. */
  readonly buster: string
  readonly clientState: DehydratedState
}

interface Copy {
  readonly account: string
  readonly client: StoredQueries
}

/** What the account saw last, apart from the databases (fault 70); null if another account did. */
export function readCopy(account: string): StoredQueries | null {
  try {
    // Like what the database holds, it is this app's own, and another version's queries are dropped by the reader.
    const copy = JSON.parse(localStorageOrNull()?.getItem(KEY) ?? 'null') as Copy | null
    return copy?.account === account ? copy.client : null
  } catch {
    return null
  }
}

/** Synchronous, because a page that is left has no time for anything else. */
export function writeCopy(account: string, client: StoredQueries): void {
  try {
    const text = JSON.stringify({ account, client } satisfies Copy)
    localStorageOrNull()?.setItem(KEY, text.length > MAX_LENGTH ? '' : text)
  } catch {
    // The database remains.
  }
}

export function forgetCopy(): void {
  localStorageOrNull()?.removeItem(KEY)
}

/** Stored data expires after this time (ms), which is longer than any event. */
const MAX_AGE_MS = 30 * 24 * 3_600_000
/** Changes within this time (ms) are written together. */
const GATHER_MS = 1_000
/** A copy is replaced while the page lives when it lacks a query or is older than this (ms): browsers write local storage to disk seldom. */
const COPY_AGE_MS = 300_000
/** A database that does not answer within this time (ms) may be locked by a page that was left (fault 70); it holds no news back either. */
const PATIENCE_MS = 1_000

type DehydratedQuery = DehydratedState['queries'][number]

const KEPT: readonly Call[] = Object.values(gameCalls)
const callOf = (key: readonly unknown[]) => KEPT.find(({ name }) => name === key[0])

/** True if this version of the app can read the data, which another version may have written. */
function isReadable({ queryKey, state }: Pick<DehydratedQuery, 'queryKey' | 'state'>): boolean {
  const call = callOf(queryKey)
  if (call === undefined) return false
  return v.is(call.name === 'currentUser' ? user : call.output, state.data)
}

/** Clears a later error, so that the last successful data is stored. */
function asSeen(query: DehydratedQuery): DehydratedQuery {
  const fine = { status: 'success', error: null, fetchFailureCount: 0, fetchFailureReason: null, fetchStatus: 'idle' } as const
  return { ...query, state: { ...query.state, ...fine } }
}

const BUSTER = String(PROTOCOL_VERSION)

function seenIn(queryClient: QueryClient): StoredQueries {
  const { queries } = dehydrate(queryClient, { shouldDehydrateQuery: isSeen, shouldDehydrateMutation: () => false })
  return { timestamp: Date.now(), buster: BUSTER, clientState: { mutations: [], queries: queries.map(asSeen) } }
}

/** To be read again. What the server has answered meanwhile stays fresh. */
function asStale(query: DehydratedQuery): DehydratedQuery {
  return { ...query, state: { ...query.state, isInvalidated: true } }
}

/** What an organiser has read of other people is never kept. */
function isSeen({ queryKey, state }: Query): boolean {
  return state.data !== undefined && state.data !== null && callOf(queryKey) !== undefined
}

/** Stores one account's query data under one key of the database, and a copy whenever the page may end. */
function createKept(account: string, store: UseStore, queryClient: QueryClient) {
  let copied: StoredQueries | null = null
  let isCopied = true
  let timer: ReturnType<typeof setTimeout> | undefined
  let unsubscribe = () => {}
  function copy(seen: StoredQueries) {
    writeCopy(account, seen)
    copied = seen
    isCopied = true
  }
  async function keep() {
    clearTimeout(timer)
    timer = undefined
    const seen = seenIn(queryClient)
    // A browser killed on a full disk loses its databases, but not this (fault 59).
    const { queries } = seen.clientState
    if (copied?.clientState.queries.length !== queries.length || seen.timestamp - copied.timestamp > COPY_AGE_MS) copy(seen)
    // Without storage the app shows nothing offline, but works online.
    await set(account, seen, store).catch(() => undefined)
  }
  function note() {
    isCopied = false
    timer ??= setTimeout(() => void keep(), GATHER_MS)
  }
  return {
    /** What the database holds or, if that is older or does not answer, the copy. */
    async read(): Promise<StoredQueries | undefined> {
      const reading = get<StoredQueries>(account, store)
      const apart = readCopy(account)
      const stored = await (apart === null ? reading : withDeadline(reading, PATIENCE_MS, () => undefined)).catch(() => undefined)
      return apart !== null && (stored === undefined || stored.timestamp < apart.timestamp) ? apart : stored
    },
    /** Stores what is seen from now on. */
    follow() {
      note()
      unsubscribe = queryClient.getQueryCache().subscribe((event) => {
        if (event.type === 'removed' || (event.type === 'updated' && event.action.type === 'success')) note()
      })
    },
    /** Stores what is seen, because the page may end here. */
    leave() {
      if (!isCopied) copy(seenIn(queryClient))
      if (timer !== undefined) void keep()
    },
    stop() {
      clearTimeout(timer)
      unsubscribe()
    },
  }
}

/** Stores an account's query data with its fetch times, so that the app can start offline. */
export interface LastSeen {
  /** Restores the account's stored data as stale, and stores its data from now on. Null stops storing. */
  follow(account: string | null): Promise<void>
  forget(account: string): Promise<void>
}

export function createLastSeen(queryClient: QueryClient): LastSeen {
  const store = openLastSeenStore()
  let kept: ReturnType<typeof createKept> | null = null
  // Both, because a page that is left may not be told that it is hidden, nor one in the background that it is left.
  window.addEventListener('pagehide', () => kept?.leave())
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') kept?.leave()
  })

  function stop(): void {
    kept?.stop()
    kept = null
  }
  return {
    async follow(account: string | null): Promise<void> {
      stop()
      if (account === null) return
      const mine = createKept(account, store, queryClient)
      kept = mine
      const seen = await mine.read()
      // Meanwhile the account has signed out or changed.
      if (kept !== mine) return
      if (seen?.buster === BUSTER && Date.now() - seen.timestamp <= MAX_AGE_MS) {
        hydrate(queryClient, { mutations: [], queries: seen.clientState.queries.filter(isReadable).map(asStale) })
      }
      mine.follow()
    },
    async forget(account: string): Promise<void> {
      stop()
      forgetCopy()
      // If nothing can be deleted, nothing could be stored either.
      await delMany([account, announcedKey(account)], store).catch(() => undefined)
    },
  }
}

let store: UseStore | null = null

/**
 * Finds what of `News` this device has not told the account yet, and notes it as told, in one transaction: of several tabs one tells it,
 * and a reload tells nothing again. Without storage each page tells for itself.
 * @param tell gets what was noted before, and returns what to note with the news
 */
export async function claimNews<Noted, News>(
  account: string,
  tell: (noted: Noted | undefined) => readonly [Noted, News],
  inMemory: Noted | undefined,
): Promise<readonly [Noted, News]> {
  let claimed: readonly [Noted, News] | null = null
  store ??= openLastSeenStore()
  const noting = update<Noted>(
    announcedKey(account),
    (noted) => {
      claimed = tell(noted)
      return claimed[0]
    },
    store,
  )
  await withDeadline(noting, PATIENCE_MS, () => undefined).catch(() => undefined)
  return claimed ?? tell(inMemory)
}
