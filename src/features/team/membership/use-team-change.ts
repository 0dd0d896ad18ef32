import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Change, Input } from '#contract/call'
import { mutation } from '../../../api/calls'
import { invalidateAfter } from '../../../api/stale'

interface Reactions<C extends Change> {
  onAsked?: () => void
  /** Called when the server has confirmed, before the screen shows the change. */
  onDone?: (input: Input<C>) => void
  onFailed?: () => void
}

/**
 * A mutation of a team. It stays pending until the affected queries are refetched, so that no button can be pressed twice
 * in between. After a failure the data shown may be stale, so all queries are refetched.
 */
export function useTeamChange<C extends Change>(change: C, { onAsked, onDone, onFailed }: Reactions<C> = {}) {
  const client = useQueryClient()
  return useMutation({
    ...mutation(change),
    onMutate: () => onAsked?.(),
    onSuccess: async (_output, input) => {
      onDone?.(input)
      await invalidateAfter(client, change, { cancelRefetch: false })
    },
    onError: () => {
      onFailed?.()
      void client.invalidateQueries()
    },
  })
}
