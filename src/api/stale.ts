import type { QueryClient } from '@tanstack/react-query'
import type { ChangeName, ReadName } from '#contract/calls'

/** The queries that each change makes stale, whoever sends it: a screen, the outbox or the replay of kept scans. */
const STALE_AFTER: { readonly [N in ChangeName]: readonly ReadName[] } = {
  register: [],
  requestCode: [],
  signIn: [],
  signOut: [],
  createTeam: ['currentUser', 'listTeams'],
  joinTeam: ['currentUser', 'listTeams'],
  acceptInvite: ['currentUser', 'listInvites', 'listMembers', 'listTeams'],
  rejectInvite: ['currentUser', 'listInvites'],
  removePlayer: ['currentUser', 'listMembers', 'listTeams'],
  disbandTeam: ['currentUser', 'listTeams'],
  awardPoints: ['listAwards', 'checkCooldown', 'listTeams'],
  awardMany: ['listAwards', 'checkCooldown', 'listTeams'],
  voidAward: ['listAwards', 'checkCooldown', 'listTeams'],
  scan: ['currentUser', 'teamPoints', 'listTeams'],
  updateProfile: ['currentUser', 'listMembers'],
  endOtherSessions: ['listSessions'],
  markTagWritten: ['listTags'],
}

/**
 * Invalidates what a change has made stale. Resolves once the queries on screen are refetched.
 * @param options `cancelRefetch: false` joins a refetch that is already running
 */
export async function invalidateAfter(
  client: QueryClient,
  change: ChangeName,
  options?: { readonly cancelRefetch: boolean },
): Promise<void> {
  await Promise.all(STALE_AFTER[change].map((name) => client.invalidateQueries({ queryKey: [name] }, options)))
}
