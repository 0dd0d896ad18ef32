import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { LoadFailed } from './load-failed'
import { Skeleton } from './skeleton'

interface QueryStateProps<T> {
  query: UseQueryResult<T>
  /** True when the data has nothing to show. */
  empty?: (data: T) => boolean
  emptyText?: string
  children: (data: T) => ReactNode
}

/** Renders a query as loading, failed, empty or loaded. Data already shown stays visible when a refetch fails. */
export function QueryState<T>({ query, empty, emptyText, children }: QueryStateProps<T>) {
  if (query.data !== undefined) {
    return empty?.(query.data) === true ? <p className="text-soft">{emptyText}</p> : children(query.data)
  }
  if (query.isError) {
    const notConnected = query.error.name === 'CommunicationError'
    return (
      <LoadFailed
        notConnected={notConnected}
        message={notConnected ? undefined : query.error.message}
        busy={query.isFetching}
        onRetry={() => void query.refetch()}
      />
    )
  }
  return <Skeleton />
}
