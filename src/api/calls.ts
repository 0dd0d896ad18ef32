import { queryOptions } from '@tanstack/react-query'
import type { Change, Input, Output, Read } from '#contract/call'
import { call } from './call'

/** The query of a read call. Its key is the call's name and input. Those of `current-user-query.ts` and `merging-queries.ts` have their own. */
export function query<C extends Read>(read: C, input: Input<C>) {
  return queryOptions({
    queryKey: [read.name as C['name'], input] as const,
    queryFn: ({ signal }): Promise<Output<C>> => call(read, input, signal),
  })
}

/** The mutation of a change call, which says what it makes stale. */
export function mutation<C extends Change>(change: C) {
  return {
    mutationKey: [change.name] as const,
    mutationFn: (input: Input<C>): Promise<Output<C>> => call(change, input),
    meta: { change },
  }
}
