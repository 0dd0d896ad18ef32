import { useMutation, useQueryClient } from '@tanstack/react-query'
import { addCalls, type CallOutput, type ChangeName, type ReadName } from '#contract/calls'
import type { CallInput } from '#contract/inputs'
import { organiserCalls } from '#contract/organiser-calls'
import { organiserTexts } from '#texts/organiser'
import { call } from '../../api/call'
import { query } from '../../api/calls'
import { toast } from '../../ui/toast'

// Only organisers load these calls.
addCalls(organiserCalls)

/** How often the control room reads again (ms). */
export const REFRESH_MS = 10_000

/** A reading of the control room, which keeps itself up to date. */
export function organiserQuery<N extends ReadName>(name: N, input: CallInput<N>) {
  return { ...query(name, input), refetchInterval: REFRESH_MS }
}

/** A correction: everything in the control room is read again after it. */
export function useCorrection<N extends Extract<ChangeName, keyof typeof organiserCalls>>(name: N) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (input: CallInput<N>): Promise<CallOutput<N>> => call(name, input),
    onSuccess: async () => {
      toast.success(organiserTexts.done)
      await client.invalidateQueries()
    },
  })
}
