import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { commonTexts } from '#i18n/common'
import { LoadFailed } from './load-failed'

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
  return (
    <div role="status" className="flex flex-col gap-3">
      <span className="sr-only">{commonTexts.loading}</span>
      <div className="h-5 w-2/3 animate-pulse rounded-control bg-raised" />
      <div className="h-5 w-full animate-pulse rounded-control bg-raised" />
      <div className="h-5 w-1/2 animate-pulse rounded-control bg-raised" />
    </div>
  )
}
