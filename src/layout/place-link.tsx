import { Link, useLocation, useRouter } from '@tanstack/react-router'
import type { MouseEvent, ReactNode } from 'react'
import { isPlace, type PlacePath } from './place-paths'

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
