import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useDeferredValue } from 'react'
import { LoadFailed } from './load-failed'
import { Skeleton } from './skeleton'

interface QueryStateProps<T> {
  query: UseQueryResult<T>
  empty?: (data: T) => boolean
  emptyText?: string
  /** Shown while loading; by default a few lines. */
  skeleton?: ReactNode
  children: (data: T) => ReactNode
}

/** Renders a query as loading, failed, empty or loaded. Data already shown stays visible when a refetch fails. */
export function QueryState<T>({ query, empty, emptyText, skeleton = <Skeleton />, children }: QueryStateProps<T>) {
  // What comes first is rendered in slices, between which the page answers; what comes later at once, like any change.
  const isShown = useDeferredValue(query.data !== undefined)
  if (query.data !== undefined && isShown) {
    return empty?.(query.data) === true ? <p className="text-soft">{emptyText}</p> : children(query.data)
  }
  if (query.isError && query.data === undefined) {
    return <LoadFailed error={query.error} busy={query.isFetching} onRetry={() => void query.refetch()} />
  }
  return skeleton
}
