import type { QueryClient } from '@tanstack/react-query'
import { notFound, redirect } from '@tanstack/react-router'
import type { User } from '#contract/entities'
import { queries } from '../api/calls'
import { homeOf, parseReturnPlace, placeAfterSignIn, type Role, roleOf, SCAN_PLACE } from './places'
import { rememberPlace } from './remembered-place'
import { wishForScanner } from './wanted-scanner'

/** What guards need: the readings, and a promise of what the device remembers from before. */
export interface GuardContext {
  readonly queryClient: QueryClient
  readonly accountReady: Promise<void>
}

/** How long a visitor's screen waits for the server's word on whether somebody is signed in after all, in ms. */
const VISITOR_PATIENCE_MS = 2_500

/** Who is signed in, from the device's memory or the server. Throws where neither can say. */
async function loadCurrentUser({ queryClient, accountReady }: GuardContext): Promise<User | null> {
  await accountReady
  return await queryClient.ensureQueryData(queries.currentUser())
}

/** Who is signed in, as far as the page already knows, without asking or waiting; undefined = it does not know. */
function knownUser({ queryClient }: GuardContext): User | null | undefined {
  return queryClient.getQueryData(queries.currentUser().queryKey)
}

/**
 * Lets a signed-in person on; a visitor goes to sign in, and the place is remembered for the return. For a link that is
 * only pointed at nothing is asked or remembered: its code loads ahead where somebody is known to be signed in.
 */
export async function requireUser(context: GuardContext, place: string, pointedAt: boolean): Promise<User> {
  if (pointedAt) return knownUser(context) ?? notVisited()
  const user = await loadCurrentUser(context)
  if (user !== null) return user
  const remembered = parseReturnPlace(place)
  if (remembered !== null) rememberPlace(remembered)
  throw redirect({ to: '/login', search: { redirect: remembered ?? undefined }, replace: true })
}

/** Ends the loading ahead of what only a visit may do. */
export function notVisited(): never {
  throw notFound()
}

/** Lets one role on; the other goes to its own area. */
export function requireRole(user: User, role: Role): void {
  if (roleOf(user) !== role) throw redirect({ to: homeOf(user), replace: true })
}

/**
 * For screens that only a visitor needs: whoever is signed in goes on to where they were going, or home. Where the
 * server cannot be asked and the device knows of nobody, there is nobody to send on. Nobody is asked for a link that is
 * only pointed at.
 */
export async function requireVisitor(context: GuardContext, remembered: string | undefined, pointedAt: boolean): Promise<void> {
  const user = pointedAt ? (knownUser(context) ?? null) : await loadPatiently(context)
  if (user !== null) throw redirect({ href: placeAfterSignIn(user, remembered ?? null), replace: true })
}

async function loadPatiently(context: GuardContext): Promise<User | null> {
  const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), VISITOR_PATIENCE_MS))
  return await Promise.race([loadCurrentUser(context).catch(() => null), late])
}

/** The way of the shortcut 'Skeniraj': to sign in first, then home, where the scanner opens by itself. The address forgets the wish. */
export async function openHomeWithScanner(context: GuardContext): Promise<never> {
  const user = await requireUser(context, SCAN_PLACE, false)
  wishForScanner()
  throw redirect({ to: homeOf(user), replace: true })
}
