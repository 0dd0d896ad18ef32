import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { LoadFailed } from './load-failed'
import { Skeleton } from './skeleton'

interface QueryStateProps<T> {
  query: UseQueryResult<T>
  /** Whether what came has nothing to show. */
  empty?: (data: T) => boolean
  emptyText?: string
  children: (data: T) => ReactNode
}

/** Loading, failed, empty or there: the four states of everything that is read. Data once shown stays when a refresh fails. */
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
