import { type UseMutationOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReadName } from '#contract/calls'

interface TeamChange<Output, Input> {
  readonly mutationKey: readonly unknown[]
  readonly mutationFn: (input: Input) => Promise<Output>
  readonly meta: { readonly stale: readonly ReadName[] }
}

interface Reactions<Input> {
  /** The change was asked for. */
  onAsked?: () => void
  /** The server did it; the screen does not show it yet. */
  onDone?: (input: Input) => void
  onFailed?: () => void
}

/**
 * A change to a team. It stays pending until the screen shows what it did, so that nothing can be pressed twice in
 * between; where it failed, what is shown may be out of date, and is read anew.
 */
export function useTeamChange<Output, Input>(change: TeamChange<Output, Input>, reactions: Reactions<Input> = {}) {
  const client = useQueryClient()
  const options: UseMutationOptions<Output, Error, Input> = {
    ...change,
    onMutate: () => reactions.onAsked?.(),
    onSuccess: async (_output, input) => {
      reactions.onDone?.(input)
      const shown = change.meta.stale.map((name) => client.invalidateQueries({ queryKey: [name] }, { cancelRefetch: false }))
      await Promise.all(shown)
    },
    onError: () => {
      reactions.onFailed?.()
      void client.invalidateQueries()
    },
  }
  return useMutation(options)
}
