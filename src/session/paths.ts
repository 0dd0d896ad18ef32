import * as v from 'valibot'
import type { User } from '#contract/entities'
import { readStored, removeStored, writeStored } from '#lib/local-storage'

export type Role = 'player' | 'vendor' | 'organiser'

/** Apart from organisers, users with a booth are vendors and all others are players. */
export function roleOf(user: User): Role {
  if (user.organiser === true) return 'organiser'
  return user.vendor_id === null ? 'player' : 'vendor'
}

const HOMES = {
  player: '/player',
  vendor: '/vendor',
  organiser: '/organizator',
} as const satisfies Record<Role, string>

export const homeOf = (user: User) => HOMES[roleOf(user)]

/**
 * The sign-up of the first organiser: below an organiser's path, but open to anyone with its
 * secret.
 */
export const FIRST_ORGANISER_PATH = '/organizator/prvi'

const OPEN_TO: readonly { readonly under: string; readonly roles: readonly Role[] }[] = [
  { under: '/player', roles: ['player'] },
  { under: '/vendor', roles: ['vendor'] },
  { under: '/organizator', roles: ['organiser'] },
  { under: '/qr', roles: ['vendor', 'player'] },
  { under: '/s', roles: ['vendor', 'player'] },
  { under: '/d', roles: ['vendor', 'player'] },
  // Organisers too: the screen tells them that it is not for them.
  { under: '/t', roles: ['vendor', 'player', 'organiser'] },
]

/**
 * Returns `value` if it is a path of this site that requires sign-in, else null. Rejects every
 * spelling that browsers read as an absolute URL, because such a redirect would leave the site.
 */
export function parseReturnPath(value: unknown): string | null {
  if (typeof value !== 'string' || !/^\/[^/\\]/.test(value) || /[\p{Cc}\\]/u.test(value))
    return null
  return rolesFor(value) === undefined ? null : value
}

/**
 * Tells whether a path leads to a tag, to a captain's invitation, or to a team by its code. Null
 * for any other path.
 */
export function foundAt(path: string): 'tag' | 'invitation' | 'team' | null {
  const { pathname, searchParams } = new URL(path, 'http://place.invalid')
  if (isUnder(pathname, '/s')) return 'tag'
  if (isUnder(pathname, '/t')) return 'invitation'
  return isUnder(pathname, '/qr') || searchParams.has('team') ? 'team' : null
}

function isUnder(pathname: string, under: string): boolean {
  return pathname === under || pathname.startsWith(`${under}/`)
}

/** The roles that may open a path of this site; undefined if it requires no sign-in. */
function rolesFor(path: string): readonly Role[] | undefined {
  const { pathname } = new URL(path, 'http://place.invalid')
  if (isUnder(pathname, FIRST_ORGANISER_PATH)) return undefined
  return OPEN_TO.find(({ under }) => isUnder(pathname, under))?.roles
}

/**
 * The path to open after sign-in: the remembered one if the user's role may open it, else their
 * home screen.
 */
export function pathAfterSignIn(user: User, remembered: string | null): string {
  const path = parseReturnPath(remembered)
  return path !== null && rolesFor(path)?.includes(roleOf(user)) === true ? path : homeOf(user)
}

const KEY = 'geek-return'
/** How long a visitor may take to open the link in the SMS (ms). */
const LIFETIME_MS = 30 * 60_000
const storedSchema = v.object({ place: v.string(), at: v.number() })

/**
 * Stores the path that a visitor wanted to open: the SMS link opens a new page, which reads it
 * back. Without storage, signing in leads to the home screen.
 */
export function rememberPath(path: string): void {
  writeStored(KEY, { place: path, at: Date.now() })
}

/** Returns the stored path and deletes it. Null if there is none or it has expired. */
export function takeRememberedPath(): string | null {
  const stored = readStored(KEY, storedSchema)
  removeStored(KEY)
  return stored !== null && Date.now() - stored.at < LIFETIME_MS
    ? parseReturnPath(stored.place)
    : null
}

/**
 * The addresses of each role's main screens in bar order; the first is the role's home. Separate
 * from names and icons (`navigation.tsx`), because the router needs them at the start.
 */
const MAIN_PATHS = {
  player: ['/player', '/player/standovi', '/player/poredak', '/player/tim'],
  vendor: ['/vendor', '/vendor/dodjele', '/vendor/poredak', '/vendor/oznake'],
} as const satisfies Partial<Record<Role, readonly `/${string}`[]>>

export type MainPath = (typeof MAIN_PATHS)['player' | 'vendor'][number]

/** The main screens of a user who is no organiser: organisers' screens have their own frame. */
export const mainPathsOf = (user: User) =>
  MAIN_PATHS[roleOf(user) === 'vendor' ? 'vendor' : 'player']

const paths: ReadonlySet<string> = new Set(Object.values(MAIN_PATHS).flat())

export function isMainScreen(pathname: string): pathname is MainPath {
  return paths.has(pathname)
}
