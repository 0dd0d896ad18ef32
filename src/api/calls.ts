import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { CallOutput, ChangeName, GameRead, ReadName } from '#contract/calls'
import type { Award, User } from '#contract/entities'
import type { CallInput } from '#contract/inputs'
import { call } from './call'
import { noteLedger } from './connection'
import { readDeviceSession } from './device-session'
import { hasCode } from './errors'
import { signOut } from './sign-out'

/** How long the current user stays fresh (ms): others may change its rank, team or booth, but that can wait for a minute. */
const CURRENT_USER_FRESH_MS = 60_000

/** The query of a read call. Its key is the call's name and input. */
export function query<N extends ReadName>(name: N, input: CallInput<N>) {
  return queryOptions({
    queryKey: [name, input] as const,
    queryFn: ({ signal }): Promise<CallOutput<N>> => call(name, input, signal),
  })
}

/** The mutation of a change call. `stale.ts` says what it makes stale. */
export function mutation<N extends ChangeName>(change: N) {
  return {
    mutationKey: [change] as const,
    mutationFn: (input: CallInput<N>): Promise<CallOutput<N>> => call(change, input),
    meta: { change },
  }
}

/** Fetches the signed-in user. Null after NOT_AUTHENTICATED or a pending offline sign-out, but not because of a network error. */
async function askCurrentUser(signal: AbortSignal): Promise<User | null> {
  try {
    const { user, ...told } = await call('currentUser', {}, signal)
    noteLedger(told)
    return user
  } catch (error) {
    if (hasCode(error, 'NOT_AUTHENTICATED')) return null
    // Signed out on this device, but the server does not know yet.
    if ((await readDeviceSession()).is === 'signing-out') return null
    throw error
  }
}

/** The booth's awards as last seen, and those of them that this device has seen recorded. */
export interface BoothAwards extends CallOutput<'listAwards'> {
  /**
   * Awards that went through this device's outbox, newest first. Kept beside the server's list, because only these close a
   * button offline.
   */
  readonly made_here?: readonly Award[]
}

type TeamPoints = CallOutput<'teamPoints'>

/** The team's points with the page of awards that follows those held. */
async function withOlder(held: TeamPoints, signal?: AbortSignal): Promise<TeamPoints> {
  const { awards, more } = await call('teamPoints', { before: held.awards.at(-1)?.award_id }, signal)
  const ids = new Set(held.awards.map(({ award_id }) => award_id))
  return { ...held, awards: [...held.awards, ...awards.filter(({ award_id }) => !ids.has(award_id))], more }
}

/** Fetches the awards of one's team before those that are held, and keeps them with these. */
export async function fetchOlderAwards(client: QueryClient): Promise<void> {
  const { queryKey } = queries.teamPoints()
  const held = client.getQueryData(queryKey)
  if (held?.more !== true) return
  const older = await withOlder(held)
  // A refetch that ended meanwhile has newer awards, and as many as were held: older ones are asked for again.
  client.setQueryData(queryKey, (now) => (now === held ? older : now))
}

/** The queries of all read calls. */
export const queries = {
  currentUser: () =>
    queryOptions({
      queryKey: ['currentUser', {}] as const,
      queryFn: ({ signal }) => askCurrentUser(signal),
      staleTime: CURRENT_USER_FRESH_MS,
    }),
  listTeams: () =>
    queryOptions({
      queryKey: ['listTeams', {}] as const,
      queryFn: async ({ client, queryKey, signal }): Promise<CallOutput<'listTeams'>> => {
        const held = client.getQueryData<CallOutput<'listTeams'>>(queryKey)
        const answer = await call('listTeams', { version: held?.version }, signal)
        return answer.unchanged === true && held !== undefined ? held : answer
      },
    }),
  ranking: (input: CallInput<'ranking'>) => query('ranking', input),
  listMembers: (input: CallInput<'listMembers'>) => query('listMembers', input),
  listInvites: () => query('listInvites', {}),
  teamPoints: () =>
    queryOptions({
      queryKey: ['teamPoints', {}] as const,
      // As many awards as were held: an old one may have been voided.
      queryFn: async ({ client, queryKey, signal }): Promise<TeamPoints> => {
        const held = client.getQueryData<TeamPoints>(queryKey)
        let points: TeamPoints = await call('teamPoints', {}, signal)
        while (points.more === true && points.awards.length < (held?.awards.length ?? 0)) points = await withOlder(points, signal)
        return points
      },
    }),
  listVendors: () => query('listVendors', {}),
  listAwards: () =>
    queryOptions({
      queryKey: ['listAwards', {}] as const,
      queryFn: async ({ client, queryKey, signal }): Promise<BoothAwards> => {
        const { awards } = await call('listAwards', {}, signal)
        const told = new Map(awards.map((award) => [award.award_id, award]))
        const held = client.getQueryData<BoothAwards>(queryKey)?.made_here
        return { awards, made_here: (held ?? []).map((award) => told.get(award.award_id) ?? award) }
      },
    }),
  checkCooldown: (input: CallInput<'checkCooldown'>) => query('checkCooldown', input),
  listTags: () => query('listTags', {}),
  listSessions: () => query('listSessions', {}),
  pushKey: () => query('pushKey', {}),
  listMessages: () => query('listMessages', {}),
} satisfies { [N in GameRead]: (input: CallInput<N>) => { readonly queryKey: readonly [N, CallInput<N>] } }

/** The mutations of the changes that screens make. Awards, and reports of written tags, have their own senders. */
export const mutations = {
  register: mutation('register'),
  requestCode: mutation('requestCode'),
  signIn: mutation('signIn'),
  signOut: { ...mutation('signOut'), mutationFn: ({ id }: CallInput<'signOut'>) => signOut(id) },
  createTeam: mutation('createTeam'),
  joinTeam: mutation('joinTeam'),
  acceptInvite: mutation('acceptInvite'),
  rejectInvite: mutation('rejectInvite'),
  removePlayer: mutation('removePlayer'),
  disbandTeam: mutation('disbandTeam'),
  voidAward: mutation('voidAward'),
  updateProfile: mutation('updateProfile'),
  endOtherSessions: mutation('endOtherSessions'),
  // The scan screen shows the error, so there is no toast.
  scan: { ...mutation('scan'), meta: { change: 'scan', quiet: true } },
} as const
