import type { QueryClient } from '@tanstack/react-query'
import { redirect } from '@tanstack/react-router'
import type { User } from '#contract/entities'
import { queries } from '../api/calls'
import { homeOf, parseReturnPlace, placeAfterSignIn, type Role, roleOf } from './places'
import { rememberPlace } from './remembered-place'

/** Who is signed in, from the device's memory or the server. Throws where the server cannot be asked. */
export function loadCurrentUser(client: QueryClient): Promise<User | null> {
  return client.ensureQueryData(queries.currentUser())
}

/** Lets a signed-in person on; a visitor goes to sign in, and the place is remembered for the return. */
export async function requireUser(client: QueryClient, place: string): Promise<User> {
  const user = await loadCurrentUser(client)
  if (user !== null) return user
  const remembered = parseReturnPlace(place)
  if (remembered !== null) rememberPlace(remembered)
  throw redirect({ to: '/login', search: { redirect: remembered ?? undefined }, replace: true })
}

/** Lets one role on; the other goes to its own area. */
export function requireRole(user: User, role: Role): void {
  if (roleOf(user) !== role) throw redirect({ to: homeOf(user), replace: true })
}

/** For screens that only a visitor needs: whoever is signed in goes on to where they were going, or home. */
export async function requireVisitor(client: QueryClient, remembered: string | undefined): Promise<void> {
  const user = await loadCurrentUser(client)
  if (user !== null) throw redirect({ href: placeAfterSignIn(user, remembered ?? null), replace: true })
}
