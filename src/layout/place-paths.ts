import type { Role } from '../session/return-path'

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

/** True for the address of a place of either role. */
export function isPlace(pathname: string): pathname is PlacePath {
  return paths.has(pathname)
}
