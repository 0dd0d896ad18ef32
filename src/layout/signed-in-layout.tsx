import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, Outlet, useLocation, useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { listVendors } from '#contract/calls/booth'
import { listInvites } from '#contract/calls/team'
import type { User } from '#contract/entities'
import { whenIdle } from '#lib/timers'
import { teamTexts } from '#texts/team'
import { useRefreshInterval } from '../api/live-state'
import { currentUserQuery, query } from '../api/queries'
import { boothAwardsQuery, teamsQuery } from '../api/score-queries'
import { LazyMoment, useArrivals } from '../features/arrival/arrivals'
import { lastingWork } from '../features/outbox/lasting-work'
import { OutboxDialog, WaitingSign } from '../features/outbox/outbox-panel'
import { OutboxSync } from '../features/outbox/outbox-sync'
import { useScannerDialog } from '../features/scanner/use-scanner-dialog'
import { useMembershipNews } from '../game/membership'
import { useMessageNews } from '../game/messages'
import { useLive } from '../live/use-live'
import { InstallOfferSlot } from '../pwa/install'
import { useNotificationRenewal } from '../pwa/notifications'
import { UpdateOffer } from '../pwa/versions'
import { homeOf, roleOf } from '../session/paths'
import { SignedIn } from '../session/signed-in'
import { useKeptScreen } from '../session/use-kept-screen'
import { useFirstViewPainted } from '../ui/first-view'
import { InsideMain } from '../ui/load-failed'
import { Logo, LogoLoader } from '../ui/logo'
import { Meteors } from '../ui/meteors'
import { PRODUCT_NAME } from '../ui/product'
import { toast } from '../ui/toast'
import { AccountMenu } from './account-menu'
import { ConnectionSign } from './connection-sign'
import { NavBar, NavHeader } from './navigation'

/**
 * Screens that explain to staff that they lost their booth. A guard would redirect away from them
 * without an explanation.
 */
const EXPLAINS_LOST_BOOTH = /^\/(vendor|vendor\/dodjele|qr\/[^/]+)\/?$/

/** The screens where a booth gives points: no decoration moves behind them. */
const AWARDS = /^\/qr\//

const guardedRoute = getRouteApi('/signed-in')

/** Reruns the route guards when the signed-in account or its role changes. */
function useGuardRevalidation(): void {
  const router = useRouter()
  const { data: user } = useQuery(currentUserQuery())
  const guarded = guardedRoute.useRouteContext({ select: (context) => context.user })
  const nameOf = (one: User) => `${roleOf(one)} ${one.id}`
  const who = user == null ? null : nameOf(user)
  // Start with the user that the guard let in: by the first render the server may already have
  // answered that nobody is signed in.
  const before = useRef<string | null>(nameOf(guarded))
  useEffect(() => {
    if (user === undefined || before.current === who) return
    const lostBooth =
      user !== null && roleOf(user) === 'player' && before.current === `vendor ${user.id}`
    before.current = who
    if (!lostBooth || !EXPLAINS_LOST_BOOTH.test(router.state.location.pathname))
      void router.invalidate()
  }, [user, who, router])
}

const REFRESH_MS = 3 * 60_000

/**
 * Refetches the data that a booth's device needs to award offline: all teams with their tags, point
 * types, the booth's awards.
 */
function useStaffPrefetch(user: User | null | undefined): void {
  const enabled = user?.vendor_id != null
  const [isIdle, setIdle] = useState(false)
  useEffect(() => whenIdle(() => setIdle(true)), [])
  useQuery({ ...teamsQuery(), enabled, refetchInterval: REFRESH_MS })
  useQuery({ ...query(listVendors, {}), enabled, refetchInterval: REFRESH_MS })
  // Do not compete with the first screen's requests.
  useQuery({ ...boothAwardsQuery(), enabled: enabled && isIdle, refetchInterval: REFRESH_MS })
}

/** Counts the requests that wait for the captain, and shows a toast for each new one. */
function useInviteBadge(user: User | null | undefined): {
  readonly count: number
  readonly label: string
} {
  const isCaptain = user?.team?.is_captain === true
  const { data } = useQuery({
    ...query(listInvites, {}),
    enabled: isCaptain,
    refetchInterval: useRefreshInterval(),
  })
  const invites = isCaptain ? data?.invites : undefined
  const known = useRef<ReadonlySet<string> | null>(null)
  useEffect(() => {
    if (invites === undefined) {
      known.current = null
      return
    }
    const before = known.current
    known.current = new Set(invites.map(({ player_id }) => player_id))
    // No toast for requests from before the app opened: the badge shows them.
    if (before === null) return
    for (const { player_id, nickname } of invites) {
      if (!before.has(player_id)) toast.success(teamTexts.newInvite(nickname))
    }
  }, [invites])
  const count = invites?.length ?? 0
  return { count, label: teamTexts.newInvites(count) }
}

/** Side padding: in landscape, a camera cutout or rounded corners may cover the page's sides. */
const SAFE_SIDES =
  'pr-[max(min(1rem,4vw),env(safe-area-inset-right))] pl-[max(min(1rem,4vw),env(safe-area-inset-left))]'

/** Effects that run while somebody is signed in, once the first view is painted. */
function Background({ user }: { user: User | null | undefined }) {
  return useFirstViewPainted() && <BackgroundWork user={user} />
}

function BackgroundWork({ user }: { user: User | null | undefined }) {
  useEffect(() => lastingWork.set(<OutboxSync />), [])
  useLive(user?.id)
  useNotificationRenewal(user)
  useGuardRevalidation()
  useStaffPrefetch(user)
  useMembershipNews(user)
  useArrivals(user)
  useKeptScreen(user)
  useMessageNews(user)
  return null
}

/**
 * The layout of all screens that require sign-in: header, main area, and on a phone the bar with
 * the main screens.
 */
export function SignedInLayout() {
  const { data: user } = useQuery({ ...currentUserQuery(), refetchInterval: useRefreshInterval() })
  const [outboxOpen, setOutboxOpen] = useState(false)
  const pathname = useLocation({ select: (location) => location.pathname })
  const { open: onScan, loading: scanLoading, dialog: scannerDialog } = useScannerDialog()
  const invites = useInviteBadge(user)
  // Render this in the same position whether or not somebody is signed in: it detects sign-outs.
  const background = <Background user={user} />
  // Just signed out: the guard is about to redirect.
  if (user === undefined || user === null) {
    return (
      <>
        {background}
        <LogoLoader />
      </>
    )
  }
  const nav = { user, badges: { '/player/tim': invites }, onScan, scanLoading }
  return (
    <>
      {background}
      <SignedIn value={user}>
        {!AWARDS.test(pathname) && <Meteors />}
        <header className="group/header @container/header print:hidden sticky top-0 z-10 border-b border-line bg-sky/90 pt-[env(safe-area-inset-top)] backdrop-blur">
          <div className={`mx-auto flex h-16 max-w-6xl items-center gap-3 lg:gap-4 ${SAFE_SIDES}`}>
            {/* Shrinks or disappears if the signs need its room. */}
            <Link
              to="/"
              aria-label={PRODUCT_NAME}
              className="flex min-h-12 items-center gap-3 text-lg font-bold @max-[17rem]/header:group-has-[[data-sign]]/header:hidden"
            >
              <Logo className="size-9 shrink-0" />
              <span className="md:max-lg:hidden max-lg:group-has-[[data-sign]]/header:hidden @max-[17rem]/header:hidden">
                {PRODUCT_NAME}
              </span>
            </Link>
            <NavHeader {...nav}>
              {/* The signs' space is always reserved: a sign that comes or goes moves no button under a thumb (fault 57). */}
              <div className="group/signs @container/signs flex min-w-0 flex-1 items-center text-[0.8125rem] leading-4 *:data-[sign]:mr-2 *:last:mr-0">
                <ConnectionSign />
                <WaitingSign
                  isStaff={roleOf(user) === 'vendor'}
                  onOpen={() => setOutboxOpen(true)}
                />
                <UpdateOffer isSign />
              </div>
            </NavHeader>
            <AccountMenu user={user} onOutbox={() => setOutboxOpen(true)} />
          </div>
        </header>
        {/* The padding keeps the end of the screen clear of the bar. */}
        <main
          className={`mx-auto max-w-6xl pt-4 pb-[calc(6.5rem+env(safe-area-inset-bottom))] short:pt-3 md:pt-6 md:pb-6 ${SAFE_SIDES}`}
        >
          <InsideMain value={true}>
            <Outlet />
          </InsideMain>
          <InstallOfferSlot user={user} place={pathname} home={homeOf(user)} />
        </main>
        <NavBar {...nav} />
        {scannerDialog}
        {user.team !== null && <LazyMoment team={user.team} />}
        {outboxOpen && <OutboxDialog userId={user.id} onClose={() => setOutboxOpen(false)} />}
      </SignedIn>
    </>
  )
}
