import { Outlet } from '@tanstack/react-router'
import { useLastingOutboxWork } from './outbox-work'

/**
 * The layout of the organisers' screens, which bring their own frame. Also sends what waits: a
 * vendor with unsent awards may have become an organiser.
 */
export function OrganiserLayout() {
  useLastingOutboxWork()
  return <Outlet />
}
