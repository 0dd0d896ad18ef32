import type { QueryClient } from '@tanstack/react-query'
import type { User } from '#contract/entities'
import { queries } from '../api/calls'

/** Puts another person, or nobody, in the place of the one before, and forgets what that one saw. */
export function replaceCurrentUser(client: QueryClient, user: User | null): void {
  const { queryKey } = queries.currentUser()
  client.removeQueries({ predicate: (query) => query.queryKey[0] !== queryKey[0] })
  client.setQueryData(queryKey, user)
}
