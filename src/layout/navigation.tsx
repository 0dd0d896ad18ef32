import { Link, useLocation, useRouter } from '@tanstack/react-router'
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
import { type MouseEvent, type ReactNode, useRef } from 'react'
import type { User } from '#contract/entities'
import { navTexts } from '#texts/layout'
import { scannerTexts } from '#texts/scanner'
import { isMainScreen, type MainPath, mainPathsOf } from '../session/paths'
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
import { isAtLayer } from '../ui/layers'

interface NavItem {
  readonly text: { readonly name: string; readonly short: string }
  readonly icon: LucideIcon
}

/** The names of each main screen, on the bar (`short`) and in the header, and its icon. */
const NAV_ITEMS: Readonly<Record<MainPath, NavItem>> = {
  '/player': { text: navTexts.card, icon: IdCard },
  '/player/standovi': { text: navTexts.booths, icon: Store },
  '/player/poredak': { text: navTexts.ranking, icon: Trophy },
  '/player/tim': { text: navTexts.team, icon: Users },
  '/vendor': { text: navTexts.board, icon: LayoutDashboard },
  '/vendor/dodjele': { text: navTexts.awards, icon: ListChecks },
  '/vendor/poredak': { text: navTexts.ranking, icon: Trophy },
  '/vendor/oznake': { text: navTexts.tags, icon: Nfc },
}

declare module '@tanstack/history' {
  interface HistoryState {
    /** The home screen, if it is the history's entry below this one. */
    aboveHome?: MainPath
  }
}

interface NavLinkProps {
  to: MainPath
  home: MainPath
  className: string
  children: ReactNode
}

/**
 * A link to a main screen. Keeps at most one main screen above home in the history, so that 'back'
 * leads home from each of them. The link to home goes back in the history: a second entry of home
 * would make 'back' seem to do nothing.
 */
function NavLink({ to, home, className, children }: NavLinkProps) {
  const router = useRouter()
  const at = useLocation({ select: ({ pathname }) => pathname })
  const isPlainHome = useLocation({ select: ({ href }) => href === home })
  const isAboveHome = useLocation({ select: ({ state }) => state.aboveHome === home })
  /** The history entry from which a tap went back. A second tap must not go back from it again. */
  const left = useRef<string>(undefined)
  const goBackHome = (event: MouseEvent) => {
    const key = router.state.location.state.__TSR_key
    const isPlain = !(event.metaKey || event.altKey || event.ctrlKey || event.shiftKey)
    if (!isPlain || key === undefined || key === left.current || isAtLayer()) return
    left.current = key
    event.preventDefault()
    router.history.back()
  }
  return (
    <Link
      to={to}
      activeOptions={{ exact: to === home }}
      replace={isMainScreen(at) && at !== home}
      {...(to !== home && (isPlainHome || isAboveHome) && { state: { aboveHome: home } })}
      {...(to === home && isAboveHome && { onClick: goBackHome })}
      className={className}
    >
      {children}
    </Link>
  )
}

interface NavProps extends ScanProps {
  user: User
  badges: Partial<Record<MainPath, BadgeData>>
}

interface ScanProps {
  onScan: () => void
  scanLoading: boolean
}

/**
 * A phone's bottom bar: the role's main screens, and the scan button in the middle, within reach of
 * the thumb.
 */
export function NavBar({ user, badges, ...scan }: NavProps) {
  const isWide = useWideScreen()
  const [home, second, third, fourth] = mainPathsOf(user)
  const link = (to: MainPath): ReactNode => (
    <NavLink to={to} home={home} className={barLinkClasses}>
      <BarFace icon={NAV_ITEMS[to].icon} text={NAV_ITEMS[to].text.short} badge={badges[to]} />
    </NavLink>
  )
  if (isWide) return null
  return (
    <BottomBar label={navTexts.nav}>
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

/** The main screens in a desktop's header, followed by `children` and the scan button. */
export function NavHeader({ user, badges, children, ...scan }: NavProps & { children: ReactNode }) {
  const paths = mainPathsOf(user)
  // On phones, where the bar has these links, leaving them out here speeds up the start.
  const isWide = useWideScreen()
  return (
    <>
      {isWide && (
        <nav aria-label={navTexts.nav} className="hidden gap-1 md:flex">
          {paths.map((to) => {
            const badge = shownBadge(badges[to])
            return (
              <NavLink
                key={to}
                to={to}
                home={paths[0]}
                className="flex min-h-12 min-w-12 items-center justify-center rounded-control px-2 font-medium lg:px-3 text-soft hover:text-ink data-[status=active]:text-accent"
              >
                <span className="flex items-center gap-1.5">
                  {/* Underline only the name: a badge would get an underline of its own. */}
                  <span className="decoration-2 underline-offset-8 in-data-[status=active]:underline">
                    {NAV_ITEMS[to].text.name}
                  </span>
                  {badge && <Badge {...badge} />}
                  {badge && <span className="sr-only"> ({badge.label})</span>}
                </span>
              </NavLink>
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
