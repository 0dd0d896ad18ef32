import type { User } from '#contract/entities'

export type Role = 'player' | 'vendor'

/** A user with a booth is a vendor, every other a player. */
export function roleOf(user: User): Role {
  return user.vendor_id === null ? 'player' : 'vendor'
}

export function homeOf(user: User): '/player' | '/vendor' {
  return roleOf(user) === 'vendor' ? '/vendor' : '/player'
}

/** Where the shortcut 'Skeniraj' of the installed app leads: home, whichever it is, with the scanner open. */
export const SCAN_PLACE = '/?skeniraj=1'

const OPEN_TO: readonly { readonly under: string; readonly roles: readonly Role[] }[] = [
  { under: '/player', roles: ['player'] },
  { under: '/vendor', roles: ['vendor'] },
  { under: '/qr', roles: ['vendor', 'player'] },
  { under: '/s', roles: ['vendor', 'player'] },
]

/**
 * A place to return to after sign-in: a path on this site behind the guard, or null. An absolute address, in any of
 * the spellings that browsers take for one, would lead off the site.
 */
export function parseReturnPlace(value: unknown): string | null {
  if (value === SCAN_PLACE) return value
  if (typeof value !== 'string' || !/^\/[^/\\]/.test(value) || /[\p{Cc}\\]/u.test(value)) return null
  const { pathname } = new URL(value, 'http://place.invalid')
  return OPEN_TO.some(({ under }) => isUnder(pathname, under)) ? value : null
}

function isUnder(pathname: string, under: string): boolean {
  return pathname === under || pathname.startsWith(`${under}/`)
}

/** Where a person goes after sign-in: the remembered place, where their role may open it, else home. */
export function placeAfterSignIn(user: User, remembered: string | null): string {
  const place = parseReturnPlace(remembered)
  if (place === null) return homeOf(user)
  if (place === SCAN_PLACE) return place
  const { pathname } = new URL(place, 'http://place.invalid')
  const mayOpen = OPEN_TO.some(({ under, roles }) => isUnder(pathname, under) && roles.includes(roleOf(user)))
  return mayOpen ? place : homeOf(user)
}
