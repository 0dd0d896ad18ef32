import { useQuery } from '@tanstack/react-query'
import { Link, Outlet, useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import type { User } from '#contract/entities'
import { currentUserQuery } from '../api/current-user-query'
import { useRefreshInterval } from '../api/live-state'
import { LazyMoment, useArrivals } from '../features/arrival/arrivals'
import { LazyVoucherReplay } from '../features/kept-scans/lazy-vouchers'
import { useScanReplay } from '../features/kept-scans/use-scan-replay'
import { OutboxDialog } from '../features/outbox/outbox-panel'
import { useOutboxSync } from '../features/outbox/use-outbox-sync'
import { WaitingSign } from '../features/outbox/waiting-sign'
import { useScannerDialog } from '../features/scanner/use-scanner-dialog'
import { isWaiting } from '../offline/entry'
import { useOutbox } from '../offline/page-outbox'
import { PRODUCT_NAME } from '../product'
import { InstallOfferSlot } from '../pwa/install-offer-slot'
import { UpdateOffer } from '../pwa/update-offer'
import { useMessageNews } from '../session/messages'
import { useNotificationRenewal } from '../session/notifications'
import { homeOf, roleOf } from '../session/return-path'
import { useKeptCard } from '../session/use-kept-card'
import { useLive } from '../session/use-live'
import { useMembershipNews } from '../session/use-membership-news'
import { Logo, LogoLoader } from '../ui/logo'
import { Meteors } from '../ui/meteors'
import { AccountMenu } from './account-menu'
import { ConnectionSign } from './connection-sign'
import { useAppBadge, useGuardRevalidation, useInviteBadge, useStaffPrefetch } from './follow-account'
import { PlacesBar, PlacesHeader } from './places-nav'

/** In landscape, a phone's camera cutout or rounded corners may cover the sides of the page. */
const SAFE_SIDES = 'pr-[max(min(1rem,4vw),env(safe-area-inset-right))] pl-[max(min(1rem,4vw),env(safe-area-inset-left))]'

/** What goes on while somebody is signed in. It draws nothing, and what it hears renders nothing but itself. */
function Background({ user, invites }: { user: User | null | undefined; invites: number }) {
  const waiting = useOutbox().entries.filter(isWaiting).length
  useOutboxSync(user)
  useLive(user?.id)
  useNotificationRenewal(user)
  useAppBadge(invites + waiting)
  useGuardRevalidation()
  useStaffPrefetch(user)
  useScanReplay(user)
  useMembershipNews(user)
  useArrivals(user)
  useKeptCard(user)
  useMessageNews(user)
  return null
}

/** The layout of all screens that require sign-in: header, main area, and on a phone the bar with the places. */
export function SignedInLayout() {
  const { data: user } = useQuery({ ...currentUserQuery(), refetchInterval: useRefreshInterval() })
  const [outboxOpen, setOutboxOpen] = useState(false)
  const pathname = useLocation({ select: (location) => location.pathname })
  const { open: onScan, loading: scanLoading, dialog: scannerDialog } = useScannerDialog()
  const invites = useInviteBadge(user)
  const background = <Background user={user} invites={invites.count} />
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
      <Meteors />
      <header className="group/header @container/header sticky top-0 z-10 border-b border-line bg-sky/90 pt-[env(safe-area-inset-top)] backdrop-blur">
        <div className={`mx-auto flex h-16 max-w-6xl items-center gap-3 lg:gap-4 ${SAFE_SIDES}`}>
          {/* Gives way to the signs where there is little room. */}
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
          <PlacesHeader {...nav}>
            {/* Their room is always kept: a sign that comes or goes moves no button under a thumb (fault 57). */}
            <div className="group/signs @container/signs flex min-w-0 flex-1 items-center text-[0.8125rem] leading-4 *:data-[sign]:mr-2 *:last:mr-0">
              <ConnectionSign />
              <WaitingSign isStaff={roleOf(user) === 'vendor'} onOpen={() => setOutboxOpen(true)} />
              <UpdateOffer isSign />
            </div>
          </PlacesHeader>
          <AccountMenu user={user} onOutbox={() => setOutboxOpen(true)} />
        </div>
      </header>
      {/* The padding keeps the end of the screen clear of the bar. */}
      <main
        className={`mx-auto max-w-6xl pt-4 pb-[calc(6.5rem+env(safe-area-inset-bottom))] short:pt-3 md:pt-6 md:pb-6 ${SAFE_SIDES}`}
      >
        <InstallOfferSlot user={user} place={pathname} home={homeOf(user)}>
          <Outlet />
        </InstallOfferSlot>
      </main>
      <PlacesBar {...nav} />
      {scannerDialog}
      <LazyVoucherReplay user={user} />
      {user.team !== null && <LazyMoment team={user.team} />}
      {outboxOpen && <OutboxDialog userId={user.id} onClose={() => setOutboxOpen(false)} />}
    </>
  )
}
