import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useDeferredValue } from 'react'
import { commonTexts } from '#texts/common'
import { classes } from './classes'
import { LoadFailed } from './load-failed'

export function Skeleton() {
  return (
    <div role="status" className="flex flex-col gap-3">
      <span className="sr-only">{commonTexts.loading}</span>
      <div className="h-5 w-2/3 animate-pulse rounded-control bg-line/80" />
      <div className="h-5 w-full animate-pulse rounded-control bg-line/80" />
      <div className="h-5 w-1/2 animate-pulse rounded-control bg-line/80" />
    </div>
  )
}

/** About as many rows as fit a phone. */
const ROWS = [1, 2, 3, 4, 5, 6]

/**
 * Placeholder rows as high as those of a list of teams, so that nothing below moves when it loads.
 */
export function RowsSkeleton() {
  return (
    <div role="status" className="flex flex-col">
      <span className="sr-only">{commonTexts.loading}</span>
      {ROWS.map((row) => (
        <div key={row} className="flex h-15 items-center">
          <div className="h-5 w-2/3 animate-pulse rounded-control bg-line/80" />
        </div>
      ))}
    </div>
  )
}

/** About as wide as the usual point types. */
const BUTTONS = ['w-24', 'w-36', 'w-28', 'w-32']

/** Placeholder buttons, so that nothing below moves when the real buttons load. */
export function ButtonsSkeleton() {
  return BUTTONS.map((width) => (
    <div key={width} className={classes('h-12 animate-pulse rounded-control bg-raised', width)} />
  ))
}

/**
 * Reserves the space of a text that may appear later, so that nothing moves then. The text itself
 * is neither shown nor read out.
 */
export function ReservedSpace({ text, className }: { text: string; className?: string }) {
  return (
    <span
      aria-hidden
      data-reserved={text}
      className={classes('invisible before:content-[attr(data-reserved)]', className)}
    />
  )
}

/** A progress bar with its label. */
export function Progress({ done, all, label }: { done: number; all: number; label: string }) {
  return (
    <div className="flex flex-col gap-2">
      <p className="font-semibold tabular-nums">{label}</p>
      <progress value={done} max={all} aria-label={label} className="bar h-3 w-full" />
    </div>
  )
}

/** True if the data is from before this screen, so that it may lack what was added since. */
export const mayLackNewest = ({ isError, isFetching, isFetchedAfterMount }: UseQueryResult) =>
  isError || (isFetching && !isFetchedAfterMount)

interface QueryStateProps<T> {
  query: UseQueryResult<T>
  /** True if the data lacks something that may have been added since it was fetched. */
  lacks?: boolean
  empty?: (data: T) => boolean
  emptyText?: string
  /** Shown while loading; by default a few lines. */
  skeleton?: ReactNode
  children: (data: T) => ReactNode
}

/**
 * Renders a query as loading, failed, empty or loaded. Data already shown stays visible when a
 * refetch fails. Data that `lacks` something is rendered only once this screen has fetched it.
 */
export function QueryState<T>({
  query,
  lacks = false,
  empty,
  emptyText,
  skeleton = <Skeleton />,
  children,
}: QueryStateProps<T>) {
  const data = lacks && mayLackNewest(query) ? undefined : query.data
  // Render the first data in slices, so that the page stays responsive; later data at once.
  const isShown = useDeferredValue(data !== undefined)
  if (data !== undefined && isShown) {
    return empty?.(data) === true ? <p className="text-soft">{emptyText}</p> : children(data)
  }
  if (query.isError && data === undefined) {
    return (
      <LoadFailed
        error={query.error}
        busy={query.isFetching}
        onRetry={() => void query.refetch()}
      />
    )
  }
  return skeleton
}
