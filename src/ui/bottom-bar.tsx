import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { classes } from './classes'

/** A phone's bottom bar, within reach of the thumb. Desktops show the same links in the header. */
export function BottomBar({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div
      data-bottom-bar=""
      className="fixed inset-x-0 bottom-0 z-20 border-t border-line bg-surface pr-[env(safe-area-inset-right)] pb-[env(safe-area-inset-bottom)] pl-[env(safe-area-inset-left)] md:hidden print:hidden"
    >
      <nav aria-label={label} className="mx-auto flex h-16 max-w-lg items-center px-1">
        {children}
      </nav>
    </div>
  )
}

/** The class names of a link on the bar. */
export const barLinkClasses =
  // The focus ring is inside the link: outside, the first link's ring would leave the screen.
  'flex min-h-14 min-w-0 flex-1 flex-col items-center justify-center gap-0.5 rounded-control text-[min(0.8125rem,3.7vw)] font-medium whitespace-nowrap text-soft decoration-2 underline-offset-4 data-[status=active]:text-accent data-[status=active]:underline focus-visible:-outline-offset-3'

export interface BadgeData {
  readonly count: number
  /** The meaning of the number, for screen readers. */
  readonly label: string
}

export const shownBadge = (badge: BadgeData | undefined) =>
  badge !== undefined && badge.count > 0 ? badge : null

export function Badge({ count, className }: { count: number; className?: string }) {
  return (
    <span
      aria-hidden
      className={classes(
        'grid min-w-5 place-items-center rounded-full bg-accent px-1 text-xs leading-5 font-bold text-on-accent tabular-nums',
        className,
      )}
    >
      {count > 9 ? '9+' : count}
    </span>
  )
}

interface BarFaceProps {
  readonly icon: LucideIcon
  readonly text: string
  readonly badge?: BadgeData | undefined
}

/** The content of a link on the bar. */
export function BarFace({ icon: Icon, text, badge: given }: BarFaceProps) {
  const badge = shownBadge(given)
  return (
    <>
      <span className="relative">
        <Icon aria-hidden className="size-6" />
        {badge && <Badge count={badge.count} className="absolute -top-1 -right-2.5" />}
      </span>
      <span>
        {text}
        {badge && <span className="sr-only"> ({badge.label})</span>}
      </span>
    </>
  )
}
