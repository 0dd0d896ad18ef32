import {
  MutationCache,
  type Query,
  QueryCache,
  QueryClient,
  type Register,
} from '@tanstack/react-query'
import type { Change } from '#contract/call'
import type { GameRead } from '#contract/calls'
import type { Topic } from '#contract/topics'
import { whenIdle } from '#lib/timers'
import { commonTexts, UNEXPECTED_ERROR } from '#texts/common'
import { ApiError, CommunicationError, hasCode } from './errors'

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: {
      /** The change whose stale queries are refetched; omit if the caller refetches more. */
      change?: Change
      /**
       * Suppresses the toast, for all errors or those that match, because the screen shows them.
       */
      quiet?: boolean | ((error: ApiError) => boolean)
    }
  }
}

const FRESH_MS = 5_000

/** The Croatian text of a call's error. */
export const errorText = (error: Error): string =>
  error instanceof ApiError ? error.message : UNEXPECTED_ERROR

/** The Croatian error text for display beside the failed input, which can be resubmitted. */
export const inlineErrorText = (error: Error): string =>
  error instanceof CommunicationError ? commonTexts.notConnectedHint : errorText(error)

export type Quiet = NonNullable<Register['mutationMeta']['quiet']>

/**
 * Matches errors that a form with these fields shows beside them, so that no toast repeats them.
 */
export const atFields =
  (...names: readonly string[]) =>
  ({ fields }: ApiError): boolean =>
    names.some((name) => fields[name] !== undefined)

function isHandledByScreen(error: Error, quiet: Quiet = false): boolean {
  return typeof quiet === 'boolean' ? quiet : error instanceof ApiError && quiet(error)
}

interface ErrorHandlers {
  /** Called when a mutation fails, with a Croatian message. */
  toastError(message: string): void
  /** Called when the server rejects the session (NOT_AUTHENTICATED). */
  onSignedOut(): void
}

export function createQueryClient({ toastError, onSignedOut }: ErrorHandlers): QueryClient {
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
        if (!isHandledByScreen(error, mutation.meta?.quiet)) toastError(errorText(error))
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

/** How often to look whether an answer is still awaited (ms). */
const AWAITED_EVERY_MS = 250
/** The longest wait for answers (ms), for example without a network. */
const AWAITED_FOR_MS = 10_000

/**
 * Runs `act` once the page is idle and awaits no answer. Looks again after a moment at first: a
 * screen's next request may follow from the last answer.
 */
export function whenAnswered(client: QueryClient, act: () => void): void {
  const since = performance.now()
  function look(): void {
    const isAwaited = client.isFetching() + client.isMutating() > 0
    if (isAwaited && performance.now() - since < AWAITED_FOR_MS) setTimeout(look, AWAITED_EVERY_MS)
    else whenIdle(act)
  }
  setTimeout(look, AWAITED_EVERY_MS)
}

/** The queries that a change of each topic makes stale, regardless of who made it. */
const STALE_BY: { readonly [T in Topic]: readonly GameRead[] } = {
  user: ['currentUser', 'listSessions'],
  team: ['teamPoints', 'checkCooldown', 'listMembers'],
  invites: ['listInvites'],
  ranking: ['ranking', 'listTeams'],
  booth: ['listAwards', 'checkCooldown'],
  event: [
    'currentUser',
    'teamPoints',
    'listVendors',
    'listTags',
    'listTeams',
    'ranking',
    'checkCooldown',
  ],
  message: ['listMessages'],
}

export function staleBy(topics: readonly Topic[]): ReadonlySet<GameRead> {
  return new Set(topics.flatMap((topic) => STALE_BY[topic]))
}

interface RefreshOptions {
  /** Selects the on-screen queries to refetch at once; all by default. */
  readonly isShown?: (query: Query) => boolean
  /** False joins a refetch that is already running. */
  readonly cancelRefetch?: boolean
}

/**
 * Makes queries stale, and resolves once those on screen are refetched. A fetch already under way
 * may be older than the change. TanStack Query cancels a refetch, but joins a query's first fetch
 * (https://github.com/TanStack/query/issues/11526), ignores a fetch without a screen, and would
 * treat the answers to both as fresh: refetch such queries once their fetch ends.
 */
export async function refreshQueries(
  client: QueryClient,
  concerns: (query: Query) => boolean = () => true,
  { isShown = () => true, cancelRefetch = true }: RefreshOptions = {},
): Promise<void> {
  const overtaken = client.getQueryCache().findAll({
    fetchStatus: 'fetching',
    predicate: (query) => concerns(query) && (query.state.data === undefined || !query.isActive()),
  })
  const ended = overtaken.map(async ({ promise }) => await promise?.catch(() => undefined))
  async function read(which: (query: Query) => boolean): Promise<void> {
    await client.invalidateQueries({ predicate: which, refetchType: 'none' })
    await client.refetchQueries(
      { type: 'active', predicate: (query) => which(query) && isShown(query) },
      { cancelRefetch },
    )
  }
  await read(concerns)
  if (overtaken.length === 0) return
  await Promise.all(ended)
  await read((query) => overtaken.includes(query))
}

/** Refetches the queries made stale by a change of this device, from a screen or the outbox. */
export async function invalidateAfter(
  client: QueryClient,
  { touches, othersOnly }: Change,
  options?: Pick<RefreshOptions, 'cancelRefetch'>,
): Promise<void> {
  const names: ReadonlySet<string> = staleBy(
    touches.filter((topic) => othersOnly?.includes(topic) !== true),
  )
  await refreshQueries(client, ({ queryKey }) => names.has(String(queryKey[0])), options)
}
