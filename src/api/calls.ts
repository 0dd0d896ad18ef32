import { queryOptions } from '@tanstack/react-query'
import type { CallInput, CallOutput, ChangeName, ReadName } from '#contract/calls'
import type { User } from '#contract/entities'
import { call } from './call'
import { readDeviceSession } from './device-session'
import { hasCode } from './errors'
import { signOut } from './sign-out'

/** How long the current user stays fresh (ms): others may change its rank, team or booth, but that can wait for a minute. */
const CURRENT_USER_FRESH_MS = 60_000

/** The query of a read call. Its key is the call's name and input. */
function query<N extends ReadName>(name: N, input: CallInput<N>) {
  return queryOptions({
    queryKey: [name, input] as const,
    queryFn: ({ signal }): Promise<CallOutput<N>> => call(name, input, signal),
  })
}

/** The mutation of a change call, with the queries that it makes stale. */
function mutation<N extends ChangeName>(name: N, ...stale: readonly ReadName[]) {
  return {
    mutationKey: [name] as const,
    mutationFn: (input: CallInput<N>): Promise<CallOutput<N>> => call(name, input),
    meta: { stale },
  }
}

/** Fetches the signed-in user. Null after NOT_AUTHENTICATED or a pending offline sign-out, but not because of a network error. */
async function askCurrentUser(signal: AbortSignal): Promise<User | null> {
  try {
    return (await call('currentUser', {}, signal)).user
  } catch (error) {
    if (hasCode(error, 'NOT_AUTHENTICATED')) return null
    // Signed out on this device, but the server does not know yet.
    if ((await readDeviceSession()).is === 'signing-out') return null
    throw error
  }
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
  teamPoints: () => query('teamPoints', {}),
  listVendors: () => query('listVendors', {}),
  listAwards: () => query('listAwards', {}),
  checkCooldown: (input: CallInput<'checkCooldown'>) => query('checkCooldown', input),
  listTags: () => query('listTags', {}),
} satisfies { [N in ReadName]: (input: CallInput<N>) => { readonly queryKey: readonly [N, CallInput<N>] } }

interface Mutation<N extends ChangeName> {
  readonly mutationKey: readonly [N]
  readonly mutationFn: (input: CallInput<N>) => Promise<unknown>
  readonly meta: { readonly stale: readonly ReadName[]; readonly quiet?: boolean }
}

/** The mutations of all change calls. */
export const mutations = {
  register: mutation('register'),
  requestCode: mutation('requestCode'),
  signIn: mutation('signIn'),
  signOut: { ...mutation('signOut'), mutationFn: ({ id }: CallInput<'signOut'>) => signOut(id) },
  createTeam: mutation('createTeam', 'currentUser', 'listTeams'),
  joinTeam: mutation('joinTeam', 'currentUser', 'listTeams'),
  acceptInvite: mutation('acceptInvite', 'currentUser', 'listInvites', 'listMembers', 'listTeams'),
  rejectInvite: mutation('rejectInvite', 'currentUser', 'listInvites'),
  removePlayer: mutation('removePlayer', 'currentUser', 'listMembers', 'listTeams'),
  disbandTeam: mutation('disbandTeam', 'currentUser', 'listTeams'),
  awardPoints: mutation('awardPoints', 'listAwards', 'checkCooldown', 'listTeams'),
  awardMany: mutation('awardMany', 'listAwards', 'checkCooldown', 'listTeams'),
  voidAward: mutation('voidAward', 'listAwards', 'checkCooldown', 'listTeams'),
  // The scan screen shows the error, so there is no toast.
  scan: { ...mutation('scan'), meta: { stale: ['currentUser', 'teamPoints', 'listTeams'], quiet: true } },
  markTagWritten: mutation('markTagWritten', 'listTags'),
} satisfies { [N in ChangeName]: Mutation<N> }
