import type { QueryClient } from '@tanstack/react-query'
import { notFound, redirect } from '@tanstack/react-router'
import type { User } from '#contract/entities'
import { withDeadline } from '#lib/timers'
import { currentUserQuery } from '../api/queries'
import { homeOf, parseReturnPath, pathAfterSignIn, type Role, rememberPath, roleOf } from './paths'

/**
 * The router's context for guards: the cached queries, and a promise that resolves once the stored
 * account is restored.
 */
export interface GuardContext {
  readonly queryClient: QueryClient
  readonly accountReady: Promise<void>
}

/** How long a visitor's screen waits for the server to say whether somebody is signed in (ms). */
const VISITOR_TIMEOUT_MS = 2_500

/** The signed-in user from the device's storage or the server. Throws if neither is available. */
async function loadCurrentUser({ queryClient, accountReady }: GuardContext): Promise<User | null> {
  await accountReady
  return await queryClient.ensureQueryData(currentUserQuery())
}

/** The signed-in user from the cache, without a request; undefined if it is not cached. */
function knownUser({ queryClient }: GuardContext): User | null | undefined {
  return queryClient.getQueryData(currentUserQuery().queryKey)
}

/**
 * Returns the signed-in user. Redirects a visitor to sign-in and remembers the path. A preload
 * sends no request and stores nothing: it continues only if the user is cached.
 */
export async function requireUser(
  context: GuardContext,
  path: string,
  preload: boolean,
): Promise<User> {
  if (preload) return knownUser(context) ?? abortPreload()
  const user = await loadCurrentUser(context)
  if (user !== null) return user
  const remembered = parseReturnPath(path)
  if (remembered !== null) rememberPath(remembered)
  throw redirect({ to: '/login', search: { redirect: remembered ?? undefined }, replace: true })
}

/** Stops the preload of a route whose guard must run only on a real visit. */
export function abortPreload(): never {
  throw notFound()
}

/** Redirects users with another role to their home screen. */
export function requireRole(user: User, ...roles: readonly Role[]): void {
  if (!roles.includes(roleOf(user))) throw redirect({ to: homeOf(user), replace: true })
}

/**
 * For screens that only visitors need: redirects a signed-in user to the remembered path or their
 * home screen. If the server does not respond and the device has no stored account, the visitor
 * stays. A preload sends no request.
 */
export async function requireVisitor(
  context: GuardContext,
  remembered: string | undefined,
  preload: boolean,
): Promise<void> {
  const user = preload ? (knownUser(context) ?? null) : await loadWithTimeout(context)
  if (user !== null)
    throw redirect({ href: pathAfterSignIn(user, remembered ?? null), replace: true })
}

async function loadWithTimeout(context: GuardContext): Promise<User | null> {
  return await withDeadline(
    loadCurrentUser(context).catch(() => null),
    VISITOR_TIMEOUT_MS,
    () => null,
  )
}
