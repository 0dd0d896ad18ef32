import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Change, Input, Output, Read } from '#contract/call'
import { organiserTexts } from '#texts/organiser'
import { call } from '../../api/call'
import { query } from '../../api/calls'
import { toast } from '../../ui/toast'

/** How often the control room reads again (ms). */
export const REFRESH_MS = 10_000

/** A reading of the control room, which keeps itself up to date. */
export function organiserQuery<C extends Read>(read: C, input: Input<C>) {
  return { ...query(read, input), refetchInterval: REFRESH_MS }
}

/** Makes a correction: everything in the control room is read again after it. */
export function useCorrection<C extends Change>(change: C) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (input: Input<C>): Promise<Output<C>> => call(change, input),
    onSuccess: async () => {
      toast.success(organiserTexts.done)
      await client.invalidateQueries()
    },
  })
}
