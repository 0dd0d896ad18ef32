import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Change, Input } from '#contract/call'
import { mutation } from '../../../api/queries'
import { invalidateAfter } from '../../../api/query-client'
import { setLeaving } from '../../../session/use-membership-news'

interface Options<C extends Change> {
  /** The player leaves a team or withdraws a request, which is then no news to them. */
  leaves?: boolean
  /** The screen shows the error. */
  quiet?: boolean
  /** Called when the server has confirmed, before the screen shows the change. */
  onDone?: (input: Input<C>) => void
}

/**
 * A mutation of a team. It stays pending until the affected queries are refetched, so that no button can be pressed twice
 * in between. After a failure the data shown may be stale, so all queries are refetched.
 */
export function useTeamChange<C extends Change>(change: C, { leaves = false, quiet = false, onDone }: Options<C> = {}) {
  const client = useQueryClient()
  return useMutation({
    ...mutation(change),
    meta: { change, quiet },
    onMutate: () => {
      if (leaves) setLeaving(true)
    },
    onSuccess: async (_output, input) => {
      onDone?.(input)
      await invalidateAfter(client, change, { cancelRefetch: false })
    },
    onError: () => {
      if (leaves) setLeaving(false)
      void client.invalidateQueries()
    },
  })
}
