import { Link } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import type { MissingItem } from './readiness'

/** Lists what the event still lacks, with links to where it is entered. */
export function MissingList({ missing }: { missing: readonly MissingItem[] }) {
  return (
    <ul className="empty:hidden">
      {missing.map(({ part, text }) => (
        <li key={text} className="border-t border-line py-3 wrap-anywhere first:border-t-0">
          <Link
            to="/organizator/priprema"
            search={{ part }}
            className="flex min-h-12 items-center gap-2"
          >
            <span className="min-w-0 flex-1">{text}</span>
            <ChevronRight aria-hidden className="size-5 shrink-0 text-soft" />
          </Link>
        </li>
      ))}
    </ul>
  )
}
