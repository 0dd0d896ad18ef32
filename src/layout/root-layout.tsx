import { Outlet, useMatches } from '@tanstack/react-router'
import { UpdateOffer } from '../pwa/update-offer'

/** Every screen. A new version is offered above those that have no header with signs. */
export function RootLayout() {
  const hasSigns = useMatches({ select: (matches) => matches.some(({ routeId }) => routeId === '/signed-in') })
  return (
    <>
      {!hasSigns && <UpdateOffer />}
      <Outlet />
    </>
  )
}
