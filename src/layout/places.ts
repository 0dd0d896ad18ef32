import { IdCard, LayoutDashboard, ListChecks, type LucideIcon, Nfc, Store, Trophy, Users } from 'lucide-react'
import { placesTexts } from '#i18n/titles'
import type { PlacePath } from './place-paths'

interface Place {
  readonly text: { readonly name: string; readonly short: string }
  readonly icon: LucideIcon
}

export const PLACES: Readonly<Record<PlacePath, Place>> = {
  '/player': { text: placesTexts.card, icon: IdCard },
  '/player/standovi': { text: placesTexts.booths, icon: Store },
  '/player/poredak': { text: placesTexts.ranking, icon: Trophy },
  '/player/tim': { text: placesTexts.team, icon: Users },
  '/vendor': { text: placesTexts.board, icon: LayoutDashboard },
  '/vendor/dodjele': { text: placesTexts.awards, icon: ListChecks },
  '/vendor/poredak': { text: placesTexts.ranking, icon: Trophy },
  '/vendor/oznake': { text: placesTexts.tags, icon: Nfc },
}
