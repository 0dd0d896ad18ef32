import { IdCard, LayoutDashboard, ListChecks, type LucideIcon, Nfc, Store, Trophy, Users } from 'lucide-react'
import { placesTexts } from '#i18n/places'
import type { Role } from '../session/return-path'

export interface Place {
  readonly to: `/${string}`
  readonly text: { readonly name: string; readonly short: string }
  readonly icon: LucideIcon
}

/** The places of each role, in the order of the bar. The first one is the role's home. */
export const PLACES = {
  player: [
    { to: '/player', text: placesTexts.card, icon: IdCard },
    { to: '/player/standovi', text: placesTexts.booths, icon: Store },
    { to: '/player/poredak', text: placesTexts.ranking, icon: Trophy },
    { to: '/player/tim', text: placesTexts.team, icon: Users },
  ],
  vendor: [
    { to: '/vendor', text: placesTexts.board, icon: LayoutDashboard },
    { to: '/vendor/dodjele', text: placesTexts.awards, icon: ListChecks },
    { to: '/vendor/poredak', text: placesTexts.ranking, icon: Trophy },
    { to: '/vendor/oznake', text: placesTexts.tags, icon: Nfc },
  ],
} as const satisfies Record<Role, readonly Place[]>

export type PlacePath = (typeof PLACES)[Role][number]['to']

const paths: ReadonlySet<string> = new Set(Object.values(PLACES).flatMap((places) => places.map(({ to }) => to)))

/** True for the address of a place of either role. */
export function isPlace(pathname: string): pathname is PlacePath {
  return paths.has(pathname)
}
