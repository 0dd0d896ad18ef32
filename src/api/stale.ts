import type { QueryClient } from '@tanstack/react-query'
import type { Change } from '#contract/call'
import type { GameRead } from '#contract/calls'
import type { Topic } from '#contract/topics'

/** The queries that a change of each topic makes stale, whoever made it. */
const STALE_BY: { readonly [T in Topic]: readonly GameRead[] } = {
  user: ['currentUser', 'listSessions'],
  team: ['teamPoints', 'checkCooldown', 'listMembers'],
  invites: ['listInvites'],
  ranking: ['ranking', 'listTeams'],
  booth: ['listAwards', 'checkCooldown'],
  event: ['currentUser', 'teamPoints', 'listVendors', 'listTags', 'listTeams', 'ranking', 'checkCooldown'],
  message: ['listMessages'],
}

export function staleBy(topics: readonly Topic[]): ReadonlySet<GameRead> {
  return new Set(topics.flatMap((topic) => STALE_BY[topic]))
}

/**
 * Invalidates what a change of this device has made stale: a screen's, the outbox's or that of the kept scans. Resolves once
 * the queries on screen are refetched.
 * @param options `cancelRefetch: false` joins a refetch that is already running
 */
export async function invalidateAfter(
  client: QueryClient,
  { touches, ofOthers }: Change,
  options?: { readonly cancelRefetch: boolean },
): Promise<void> {
  const topics = touches.filter((topic) => ofOthers?.includes(topic) !== true)
  await Promise.all([...staleBy(topics)].map((name) => client.invalidateQueries({ queryKey: [name] }, options)))
}
