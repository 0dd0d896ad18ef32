import { Link, useLocation } from '@tanstack/react-router'
import {
  IdCard,
  LayoutDashboard,
  ListChecks,
  LoaderCircle,
  type LucideIcon,
  Nfc,
  ScanLine,
  Store,
  Trophy,
  Users,
} from 'lucide-react'
import type { ReactNode } from 'react'
import type { User } from '#contract/entities'
import { placesTexts } from '#texts/layout'
import { scannerTexts } from '#texts/scanner'
import { isPlace, type PlacePath, placesOf } from '../session/paths'
import {
  Badge,
  type BadgeData,
  BarFace,
  BottomBar,
  barLinkClasses,
  shownBadge,
} from '../ui/bottom-bar'
import { buttonClasses } from '../ui/button'
import { classes } from '../ui/classes'
import { useWideScreen } from '../ui/device-screen'

interface PlaceLabel {
  readonly text: { readonly name: string; readonly short: string }
  readonly icon: LucideIcon
}

/** The names of each place, on the bar (`short`) and in the header, and its icon. */
const PLACES: Readonly<Record<PlacePath, PlaceLabel>> = {
  '/player': { text: placesTexts.card, icon: IdCard },
  '/player/standovi': { text: placesTexts.booths, icon: Store },
  '/player/poredak': { text: placesTexts.ranking, icon: Trophy },
  '/player/tim': { text: placesTexts.team, icon: Users },
  '/vendor': { text: placesTexts.board, icon: LayoutDashboard },
  '/vendor/dodjele': { text: placesTexts.awards, icon: ListChecks },
  '/vendor/poredak': { text: placesTexts.ranking, icon: Trophy },
  '/vendor/oznake': { text: placesTexts.tags, icon: Nfc },
}

interface PlaceLinkProps {
  to: PlacePath
  home: PlacePath
  className: string
  children: ReactNode
}

/**
 * A link to a place. Keeps at most one place above home in the history, so that 'back' leads home
 * from any place.
 */
function PlaceLink({ to, home, className, children }: PlaceLinkProps) {
  const at = useLocation({ select: ({ pathname }) => pathname })
  return (
    <Link
      to={to}
      activeOptions={{ exact: to === home }}
      replace={isPlace(at) && at !== home}
      className={className}
    >
      {children}
    </Link>
  )
}

interface PlacesNavProps extends ScanProps {
  user: User
  badges: Partial<Record<PlacePath, BadgeData>>
}

interface ScanProps {
  onScan: () => void
  scanLoading: boolean
}

/**
 * A phone's bottom bar: the role's places, and the scan button in the middle, within reach of the
 * thumb.
 */
export function PlacesBar({ user, badges, ...scan }: PlacesNavProps) {
  const isWide = useWideScreen()
  const [home, second, third, fourth] = placesOf(user)
  const link = (to: PlacePath): ReactNode => (
    <PlaceLink to={to} home={home} className={barLinkClasses}>
      <BarFace icon={PLACES[to].icon} text={PLACES[to].text.short} badge={badges[to]} />
    </PlaceLink>
  )
  if (isWide) return null
  return (
    <BottomBar label={placesTexts.nav}>
      {link(home)}
      {link(second)}
      <ScanButton
        {...scan}
        className="flex min-h-14 min-w-0 flex-1 cursor-pointer flex-col items-center justify-center gap-0.5 text-[min(0.8125rem,3.7vw)] font-bold whitespace-nowrap text-ink"
        iconClasses="-my-0.5 grid h-7 w-full max-w-14 place-items-center rounded-full bg-accent text-on-accent forced-colors:border-[ButtonText]"
      />
      {link(third)}
      {link(fourth)}
    </BottomBar>
  )
}

/** The places in a desktop's header, followed by `children` and the scan button. */
export function PlacesHeader({
  user,
  badges,
  children,
  ...scan
}: PlacesNavProps & { children: ReactNode }) {
  const paths = placesOf(user)
  // Skip on phones, where the bar has these links: it speeds up the start.
  const isWide = useWideScreen()
  return (
    <>
      {isWide && (
        <nav aria-label={placesTexts.nav} className="hidden gap-1 md:flex">
          {paths.map((to) => {
            const badge = shownBadge(badges[to])
            return (
              <PlaceLink
                key={to}
                to={to}
                home={paths[0]}
                className="flex min-h-12 min-w-12 items-center justify-center rounded-control px-2 font-medium lg:px-3 text-soft decoration-2 underline-offset-8 hover:text-ink data-[status=active]:text-accent data-[status=active]:underline"
              >
                <span className="flex items-center gap-1.5">
                  {PLACES[to].text.name}
                  {badge && <Badge {...badge} />}
                  {badge && <span className="sr-only"> ({badge.label})</span>}
                </span>
              </PlaceLink>
            )
          })}
        </nav>
      )}
      {children}
      {isWide && <ScanButton {...scan} className={classes(buttonClasses(), 'max-md:hidden')} />}
    </>
  )
}

function ScanButton({
  onScan,
  scanLoading,
  className,
  iconClasses,
}: ScanProps & { className: string; iconClasses?: string }) {
  const Icon = scanLoading ? LoaderCircle : ScanLine
  return (
    <button
      type="button"
      data-scan=""
      onClick={onScan}
      aria-haspopup="dialog"
      aria-busy={scanLoading || undefined}
      className={className}
    >
      <span className={iconClasses}>
        <Icon aria-hidden className={classes('size-6', scanLoading && 'animate-spin')} />
      </span>
      {scannerTexts.open}
    </button>
  )
}
