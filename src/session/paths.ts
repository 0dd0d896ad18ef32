import * as v from 'valibot'
import type { User } from '#contract/entities'
import { localStorageOrNull, readStored, writeStored } from '../api/local-storage'

/** The roles of the game; an organiser has none of them. */
export type Role = 'player' | 'vendor'

/** A user with a booth is a vendor, anyone else a player. Not for organisers. */
export function roleOf(user: User): Role {
  return user.vendor_id === null ? 'player' : 'vendor'
}

export function isOrganiser(user: User): boolean {
  return user.organiser === true
}

export function homeOf(user: User): '/player' | '/vendor' | '/organizator' {
  if (isOrganiser(user)) return '/organizator'
  return roleOf(user) === 'vendor' ? '/vendor' : '/player'
}

/** Where the first organiser signs up: below an organiser's screen, and open to whoever has its secret. */
export const FIRST_ORGANISER_PATH = '/organizator/prvi'

const OPEN_TO: readonly { readonly under: string; readonly roles: readonly (Role | 'organiser')[] }[] = [
  { under: '/player', roles: ['player'] },
  { under: '/vendor', roles: ['vendor'] },
  { under: '/organizator', roles: ['organiser'] },
  { under: '/qr', roles: ['vendor', 'player'] },
  { under: '/s', roles: ['vendor', 'player'] },
  { under: '/d', roles: ['vendor', 'player'] },
  // Whom it is not for is told so there.
  { under: '/t', roles: ['vendor', 'player', 'organiser'] },
]

/**
 * Returns `value` if it is a path of this site that requires sign-in, else null. Rejects every spelling that browsers
 * read as an absolute URL, because such a redirect would leave the site.
 */
export function parseReturnPath(value: unknown): string | null {
  if (typeof value !== 'string' || !/^\/[^/\\]/.test(value) || /[\p{Cc}\\]/u.test(value)) return null
  return rolesFor(value) === undefined ? null : value
}

/** What somebody found who opens this path: a tag, a captain's invitation, or a team by its code. Null for any other path. */
export function foundAt(path: string): 'tag' | 'invitation' | 'team' | null {
  const { pathname, searchParams } = new URL(path, 'http://place.invalid')
  if (isUnder(pathname, '/s')) return 'tag'
  if (isUnder(pathname, '/t')) return 'invitation'
  return isUnder(pathname, '/qr') || searchParams.has('team') ? 'team' : null
}

function isUnder(pathname: string, under: string): boolean {
  return pathname === under || pathname.startsWith(`${under}/`)
}

/** Who may open a path of this site; undefined if it requires no sign-in. */
function rolesFor(path: string): readonly (Role | 'organiser')[] | undefined {
  const { pathname } = new URL(path, 'http://place.invalid')
  if (isUnder(pathname, FIRST_ORGANISER_PATH)) return undefined
  return OPEN_TO.find(({ under }) => isUnder(pathname, under))?.roles
}

/** The path to open after sign-in: the remembered one if the user's role may open it, else their home screen. */
export function pathAfterSignIn(user: User, remembered: string | null): string {
  const path = parseReturnPath(remembered)
  if (path === null) return homeOf(user)
  const role = isOrganiser(user) ? 'organiser' : roleOf(user)
  return rolesFor(path)?.includes(role) === true ? path : homeOf(user)
}

const KEY = 'geek-return'
/** How long a visitor may take to open the link in the SMS (ms). */
const LIFETIME_MS = 30 * 60_000
const keptSchema = v.object({ place: v.string(), at: v.number() })

/**
 * Stores the path that a visitor wanted to open. The link in the SMS opens a new page, which reads it back. Where the browser refuses
 * storage, signing in leads to the home screen.
 */
export function rememberPath(path: string): void {
  writeStored(KEY, { place: path, at: Date.now() })
}

/** Returns the stored path and deletes it. Null if there is none or it has expired. */
export function takeRememberedPath(): string | null {
  const kept = readStored(KEY, keptSchema)
  localStorageOrNull()?.removeItem(KEY)
  return kept !== null && Date.now() - kept.at < LIFETIME_MS ? parseReturnPath(kept.place) : null
}

/**
 * The addresses of each role's places, in the order of the bar; the first one is the role's home. The router needs them at the start, names
 * and icons (`places.tsx`) come with the signed-in screens.
 */
export const PLACE_PATHS = {
  player: ['/player', '/player/standovi', '/player/poredak', '/player/tim'],
  vendor: ['/vendor', '/vendor/dodjele', '/vendor/poredak', '/vendor/oznake'],
} as const satisfies Record<Role, readonly `/${string}`[]>

export type PlacePath = (typeof PLACE_PATHS)[Role][number]

const paths: ReadonlySet<string> = new Set(Object.values(PLACE_PATHS).flat())

export function isPlace(pathname: string): pathname is PlacePath {
  return paths.has(pathname)
}
