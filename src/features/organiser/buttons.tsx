import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { ChevronDown, ChevronLeft, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { teamTexts } from '#texts/team'
import { Button } from '../../ui/button'
import { classes } from '../../ui/classes'

/** Leads from a detail back to the part that it belongs to. */
export function BackButton({ text, onBack }: { text: string; onBack: () => void }) {
  return (
    <Button icon={ChevronLeft} variant="quiet" className="self-start px-0! print:hidden" onClick={onBack}>
      {text}
    </Button>
  )
}

type Paged = Pick<UseInfiniteQueryResult, 'hasNextPage' | 'isFetchingNextPage' | 'fetchNextPage'>

/** Reads what lies before the list's last entry; nothing at its end. */
export function OlderButton({ hasNextPage, isFetchingNextPage, fetchNextPage }: Paged) {
  if (!hasNextPage) return null
  return (
    <Button variant="secondary" className="mt-4 w-full" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
      {teamTexts.older}
    </Button>
  )
}

/** A number to call with one tap. */
export function PhoneLink({ mobile }: { mobile: string }) {
  return (
    <a href={`tel:${mobile}`} className="inline-flex min-h-12 items-center font-medium tabular-nums underline underline-offset-4">
      {mobile}
    </a>
  )
}

interface RowProps {
  readonly onOpen: () => void
  readonly className?: string
  readonly children: ReactNode
}

/** A line that leads somewhere. */
export function Row({ onOpen, className, children }: RowProps) {
  return (
    <button
      type="button"
      onClick={onOpen}
      className={classes('flex min-h-12 w-full cursor-pointer items-center gap-2 text-left wrap-anywhere', className)}
    >
      <span className="min-w-0 flex-1">{children}</span>
      <ChevronRight aria-hidden className="size-5 shrink-0 text-soft" />
    </button>
  )
}

interface FoldProps {
  readonly title: string
  readonly open?: boolean
  readonly className: string
  readonly children: ReactNode
}

export function Fold({ title, open = false, className, children }: FoldProps) {
  return (
    <details open={open} className={classes('group', className)}>
      <summary className="flex min-h-14 cursor-pointer list-none items-center gap-2 font-bold wrap-anywhere [&::-webkit-details-marker]:hidden">
        {title}
        <ChevronDown aria-hidden className="size-5 shrink-0 text-soft group-open:rotate-180" />
      </summary>
      {children}
    </details>
  )
}
