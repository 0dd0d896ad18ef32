import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Change, Input, Output, Read } from '#contract/call'
import { call } from '../../api/call'
import { hasCode } from '../../api/errors'
import { query } from '../../api/queries'
import { toast } from '../../ui/toast'

/** How often the control room reads again (ms). */
export const REFRESH_MS = 10_000

/** A reading of the control room, which keeps itself up to date. */
export function organiserQuery<C extends Read>(read: C, input: Input<C>) {
  return { ...query(read, input), refetchInterval: REFRESH_MS }
}

interface Telling<C extends Change> {
  /** What the toast says once it is done; none where the screen shows it. */
  readonly done?: string | ((output: Output<C>) => string)
  /** No toast for a fault: the screen shows it. */
  readonly quiet?: boolean
}

/** Makes a correction: everything in the control room is read again after it. */
export function useCorrection<C extends Change>(change: C, { done, quiet = false }: Telling<C>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (input: Input<C>): Promise<Output<C>> => call(change, input),
    meta: { quiet },
    onSuccess: async (output) => {
      if (done !== undefined) toast.success(typeof done === 'string' ? done : done(output))
      await client.invalidateQueries()
    },
    // What was changed meanwhile is seen before it is tried again.
    onError: (error) => (hasCode(error, 'CHANGED_MEANWHILE') ? client.invalidateQueries() : undefined),
  })
}
