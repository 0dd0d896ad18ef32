import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { ChevronLeft } from 'lucide-react'
import { teamTexts } from '#texts/team'
import { Button } from '../../ui/button'

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
