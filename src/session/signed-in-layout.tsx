import { useQuery } from '@tanstack/react-query'
import { Link, Outlet, useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { sessionTexts } from '#i18n/session'
import { queries } from '../api/calls'
import { useScanReplay } from '../features/kept-scans/use-scan-replay'
import { OutboxDialog } from '../features/outbox/outbox-dialog'
import { useOutboxSync } from '../features/outbox/use-outbox-sync'
import { WaitingSign } from '../features/outbox/waiting-sign'
import { PRODUCT_NAME } from '../product'
import { InstallOfferSlot } from '../pwa/install-offer-slot'
import { Logo } from '../ui/logo'
import { LogoLoader } from '../ui/logo-loader'
import { Meteors } from '../ui/meteors'
import { AccountMenu } from './account-menu'
import { ConnectionSign } from './connection-sign'
import { homeOf, roleOf } from './return-path'
import { useGuardRevalidation } from './use-guard-revalidation'
import { useStaffPrefetch } from './use-staff-prefetch'

const REFRESH_MS = 60_000
/** In landscape, a phone's camera cutout or rounded corners may cover the sides of the page. */
const SAFE_SIDES = 'pr-[max(1rem,env(safe-area-inset-right))] pl-[max(1rem,env(safe-area-inset-left))]'

/** The layout of all screens that require sign-in: header and main area. */
export function SignedInLayout() {
  const { data: user } = useQuery({ ...queries.currentUser(), refetchInterval: REFRESH_MS })
  const [outboxOpen, setOutboxOpen] = useState(false)
  const place = useLocation({ select: ({ pathname }) => pathname })
  useOutboxSync(user)
  useGuardRevalidation()
  useStaffPrefetch(user)
  useScanReplay(user)
  // Just signed out: the guard is about to redirect.
  if (user === undefined || user === null) return <LogoLoader />
  return (
    <>
      <Meteors />
      <header className="sticky top-0 z-10 border-b border-line bg-sky/90 pt-[env(safe-area-inset-top)] backdrop-blur">
        <div className={`mx-auto flex h-16 max-w-6xl items-center gap-6 ${SAFE_SIDES}`}>
          <Link to="/" aria-label={PRODUCT_NAME} className="flex min-h-12 items-center gap-3 text-lg font-bold">
            <Logo className="size-9" />
            <span className="max-sm:hidden">{PRODUCT_NAME}</span>
          </Link>
          <nav className="hidden md:block">
            <Link
              to={homeOf(user)}
              className="flex min-h-12 items-center px-2 font-medium text-soft hover:text-ink data-[status=active]:text-ink"
            >
              {roleOf(user) === 'vendor' ? sessionTexts.board : sessionTexts.myCard}
            </Link>
          </nav>
          <div className="ml-auto">
            <AccountMenu user={user} onOutbox={() => setOutboxOpen(true)} />
          </div>
        </div>
        <ConnectionSign />
        <WaitingSign hasBoard={roleOf(user) === 'vendor'} onOpen={() => setOutboxOpen(true)} />
      </header>
      <main className={`mx-auto max-w-6xl py-6 short:pt-3 ${SAFE_SIDES}`}>
        <InstallOfferSlot user={user} place={place} home={homeOf(user)}>
          <Outlet />
        </InstallOfferSlot>
      </main>
      {outboxOpen && <OutboxDialog userId={user.id} onClose={() => setOutboxOpen(false)} />}
    </>
  )
}
