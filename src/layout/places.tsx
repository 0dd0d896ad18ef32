import { Link, useLocation, useRouter } from '@tanstack/react-router'
import { IdCard, LayoutDashboard, ListChecks, type LucideIcon, Nfc, Store, Trophy, Users } from 'lucide-react'
import type { MouseEvent, ReactNode } from 'react'
import { placesTexts } from '#texts/titles'
import { isPlace, type PlacePath } from './place-paths'

interface Place {
  readonly text: { readonly name: string; readonly short: string }
  readonly icon: LucideIcon
}

/** What each place is called, on the bar (`short`) and in the header, and its icon. */
export const PLACES: Readonly<Record<PlacePath, Place>> = {
  '/player': { text: placesTexts.card, icon: IdCard },
  '/player/standovi': { text: placesTexts.booths, icon: Store },
  '/player/poredak': { text: placesTexts.ranking, icon: Trophy },
  '/player/tim': { text: placesTexts.team, icon: Users },
  '/vendor': { text: placesTexts.board, icon: LayoutDashboard },
  '/vendor/dodjele': { text: placesTexts.awards, icon: ListChecks },
  '/vendor/poredak': { text: placesTexts.ranking, icon: Trophy },
  '/vendor/oznake': { text: placesTexts.tags, icon: Nfc },
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** True if the entry below this one in the history is the role's home. */
    overHome?: boolean
  }
}

interface PlaceLinkProps {
  to: PlacePath
  /** The role's home. */
  home: PlacePath
  className: string
  children: ReactNode
}

/**
 * A link to a place. The history holds the home and at most one other place above it, so that 'back' leads from any place to
 * the home and from there out of the app, however often somebody switched between places.
 */
export function PlaceLink({ to, home, className, children }: PlaceLinkProps) {
  const router = useRouter()
  const at = useLocation({ select: ({ pathname }) => pathname })
  const overHome = useLocation({ select: ({ state }) => state.overHome === true })
  const fromPlace = isPlace(at) && at !== home

  function goBackToHome(event: MouseEvent): void {
    const plainClick = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
    if (!plainClick || !overHome) return
    event.preventDefault()
    router.history.back()
  }
  return (
    <Link
      to={to}
      activeOptions={{ exact: to === home }}
      replace={fromPlace}
      state={to === home ? {} : { overHome: at === home || (fromPlace && overHome) }}
      onClick={to === home ? goBackToHome : undefined}
      className={className}
    >
      {children}
    </Link>
  )
}
