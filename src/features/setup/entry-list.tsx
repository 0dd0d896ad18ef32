import { ChevronRight } from 'lucide-react'
import { classes } from '../../ui/classes'

interface EntryListProps {
  readonly entries: readonly { readonly id: string; readonly name: string; readonly note: string; readonly isOff?: boolean }[]
  readonly onOpen: (id: string) => void
}

/** The entries of a part, each leading to its form; in two columns where there is room. */
export function EntryList({ entries, onOpen }: EntryListProps) {
  return (
    <ul className="sm:grid sm:grid-cols-2 sm:gap-x-6">
      {entries.map(({ id, name, note, isOff = false }) => (
        <li key={id} className="border-t border-line">
          <button
            type="button"
            onClick={() => onOpen(id)}
            className="flex min-h-16 w-full cursor-pointer items-center gap-2 py-2 text-left wrap-anywhere"
          >
            <span className={classes('min-w-0 flex-1', isOff && 'text-soft')}>
              <span className="block font-semibold">{name}</span>
              <span className="block text-sm text-soft">{note}</span>
            </span>
            <ChevronRight aria-hidden className="size-5 shrink-0 text-soft" />
          </button>
        </li>
      ))}
    </ul>
  )
}
