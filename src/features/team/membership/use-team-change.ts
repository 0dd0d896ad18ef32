import { type UseMutationOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Change } from '#contract/call'
import { invalidateAfter } from '../../../api/stale'

interface TeamChange<Output, Input> {
  readonly mutationKey: readonly unknown[]
  readonly mutationFn: (input: Input) => Promise<Output>
  readonly meta: { readonly change: Change }
}

interface Reactions<Input> {
  /** Called when the request is sent. */
  onAsked?: () => void
  /** Called when the server has confirmed, before the screen shows the change. */
  onDone?: (input: Input) => void
  onFailed?: () => void
}

/**
 * A mutation of a team. It stays pending until the affected queries are refetched, so that no button can be pressed twice
 * in between. After a failure the data shown may be stale, so all queries are refetched.
 */
export function useTeamChange<Output, Input>(change: TeamChange<Output, Input>, reactions: Reactions<Input> = {}) {
  const client = useQueryClient()
  const options: UseMutationOptions<Output, Error, Input> = {
    ...change,
    onMutate: () => reactions.onAsked?.(),
    onSuccess: async (_output, input) => {
      reactions.onDone?.(input)
      await invalidateAfter(client, change.meta.change, { cancelRefetch: false })
    },
    onError: () => {
      reactions.onFailed?.()
      void client.invalidateQueries()
    },
  }
  return useMutation(options)
}
