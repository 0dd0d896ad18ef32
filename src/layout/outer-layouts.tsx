import { Link, Outlet, useMatches } from '@tanstack/react-router'
import { LastingWork } from '../features/outbox/lasting-work'
import { LazyOutbox } from '../features/outbox/lazy-outbox'
import { UpdateOffer } from '../pwa/versions'
import { InsideMain } from '../ui/load-failed'
import { Logo } from '../ui/logo'
import { Meteors } from '../ui/meteors'
import { PRODUCT_NAME } from '../ui/product'
import { ThemeSwitch } from '../ui/theme'

/** The outermost layout of every screen. Offers a new version above screens without a header. */
export function RootLayout() {
  const hasSigns = useMatches({
    select: (matches) => matches.some(({ routeId }) => routeId === '/signed-in'),
  })
  return (
    <>
      {!hasSigns && <UpdateOffer />}
      <LastingWork />
      <Outlet />
    </>
  )
}

export function AuthLayout() {
  return (
    <>
      <Meteors />
      <div className="mx-auto flex min-h-dvh max-w-md flex-col gap-6 px-[min(1.25rem,5vw)] pt-[max(1.5rem,env(safe-area-inset-top))] pb-[max(1.5rem,env(safe-area-inset-bottom))]">
        <header className="flex items-center justify-between">
          <Link
            to="/"
            className="ground inline-flex min-h-12 items-center gap-3 text-[min(1.125rem,7vw)] font-bold"
          >
            <Logo className="size-[min(2.25rem,11vw)]" />
            {PRODUCT_NAME}
          </Link>
          <ThemeSwitch />
        </header>
        <main className="my-auto rounded-card border border-line bg-surface p-[min(1.5rem,7vw)]">
          <InsideMain value={true}>
            <Outlet />
          </InsideMain>
        </main>
        <LazyOutbox />
      </div>
    </>
  )
}
