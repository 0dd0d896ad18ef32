import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { ChevronDown, ChevronLeft, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import type { organiserTexts } from '#texts/organiser'
import { teamTexts } from '#texts/team'
import { Button } from '../../ui/button'
import { classes } from '../../ui/classes'

export type PartOfControlRoom = keyof typeof organiserTexts.parts

/** A part of the control room, with the team, booth or printed page that is open in it. */
interface OpenedPart {
  readonly part?: PartOfControlRoom
  readonly teamId?: string
  readonly boothId?: string
  readonly print?: 'prizes' | 'ranking'
}

export function useOpen(): (next: OpenedPart) => void {
  const navigate = useNavigate()
  return (next) => void navigate({ to: '/organizator', search: next })
}

export function BackButton({ text, onBack }: { text: string; onBack: () => void }) {
  return (
    <Button
      icon={ChevronLeft}
      variant="quiet"
      className="self-start px-0! print:hidden"
      onClick={onBack}
    >
      {text}
    </Button>
  )
}

type Paged = Pick<UseInfiniteQueryResult, 'hasNextPage' | 'isFetchingNextPage' | 'fetchNextPage'>

/** Fetches older entries. Renders nothing if there are none. */
export function OlderButton({ hasNextPage, isFetchingNextPage, fetchNextPage }: Paged) {
  if (!hasNextPage) return null
  return (
    <Button
      variant="secondary"
      className="mt-4 w-full"
      busy={isFetchingNextPage}
      onClick={() => void fetchNextPage()}
    >
      {teamTexts.older}
    </Button>
  )
}

export function PhoneLink({ mobile }: { mobile: string }) {
  return (
    <a
      href={`tel:${mobile}`}
      className="inline-flex min-h-12 items-center font-medium tabular-nums underline underline-offset-4"
    >
      {mobile}
    </a>
  )
}

interface ListItemProps {
  readonly title: ReactNode
  /** A line about the item. */
  readonly detail?: ReactNode
  /** The item's actions. */
  readonly children?: ReactNode
}

export function ListItem({ title, detail, children }: ListItemProps) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line py-3 first:border-t-0">
      <div className="min-w-0 flex-1 basis-52 wrap-anywhere">
        <p className="font-semibold">{title}</p>
        <p className="text-sm text-soft empty:hidden">{detail}</p>
      </div>
      {children}
    </li>
  )
}

interface PersonRowProps extends Omit<ListItemProps, 'title'> {
  readonly person: {
    readonly first_name?: string | undefined
    readonly last_name?: string | undefined
    readonly nickname: string
    readonly mobile?: string | undefined
  }
}

/** A person with their number and the available actions. */
export function PersonRow({
  person: { first_name, last_name, nickname, mobile },
  detail,
  children,
}: PersonRowProps) {
  return (
    <ListItem title={`${[first_name, last_name].join(' ')} (${nickname})`} detail={detail}>
      {mobile !== undefined && <PhoneLink mobile={mobile} />}
      {children}
    </ListItem>
  )
}

interface EntryListProps {
  readonly entries: readonly {
    readonly id: string
    readonly name: string
    readonly detail: string
    readonly isOff?: boolean
  }[]
  /** Lays the list out in columns if there is room. */
  readonly className?: string
  readonly onOpen: (id: string) => void
}

/** Entries that open on a tap, with a line about each. */
export function EntryList({ entries, className = '', onOpen }: EntryListProps) {
  return (
    <ul className={className}>
      {entries.map(({ id, name, detail, isOff = false }) => (
        <li key={id} className="border-t border-line">
          <Row className="h-full min-h-16! py-2" onOpen={() => onOpen(id)}>
            <span className={classes('block font-semibold', isOff && 'text-soft')}>{name}</span>
            <span className="block text-sm text-soft">{detail}</span>
          </Row>
        </li>
      ))}
    </ul>
  )
}

export function Row({
  onOpen,
  className,
  children,
}: {
  onOpen: () => void
  className?: string
  children: ReactNode
}) {
  return (
    <button
      type="button"
      onClick={onOpen}
      className={classes(
        'flex min-h-12 w-full cursor-pointer items-center gap-2 text-left wrap-anywhere',
        className,
      )}
    >
      <span className="min-w-0 flex-1">{children}</span>
      <ChevronRight aria-hidden className="size-5 shrink-0 text-soft" />
    </button>
  )
}

interface DisclosureProps {
  readonly title: string
  readonly open?: boolean
  readonly className: string
  readonly children: ReactNode
}

export function Disclosure({ title, open = false, className, children }: DisclosureProps) {
  return (
    <details open={open} className={classes('group', className)}>
      <summary className="flex min-h-14 cursor-pointer list-none items-center justify-between gap-2 py-2 font-bold wrap-anywhere [&::-webkit-details-marker]:hidden">
        {title}
        <ChevronDown aria-hidden className="size-5 shrink-0 text-soft group-open:rotate-180" />
      </summary>
      {children}
    </details>
  )
}
