import { TEAMLESS, TEAMS } from '../small/cast'
import type { DemoStory } from '../story'
import { createPeople, makeCast, OPENED_MINUTES_AGO } from './cast'
import { createChance } from './chance'
import { largeEvent } from './event'
import { makeAwards, makeFinds } from './history'

const SEED = 20_251_122

/** A convention of real size: the example's booths, hundreds of teams and a history of a day. Always the same. */
export function makeLargeStory(): DemoStory {
  const chance = createChance(SEED)
  const staff = [...largeEvent.vendors.flatMap((vendor) => vendor.staff), ...largeEvent.organisers]
  const known = [...staff, ...TEAMLESS, ...TEAMS.flatMap(({ members }) => members)]
  const cast = makeCast(chance, createPeople(chance, known))
  const bonusTags = largeEvent.tags.filter(({ nfc_type }) => nfc_type === 'bonus').map(({ nfc_id }) => nfc_id)
  return {
    event: largeEvent,
    openedMinutesAgo: OPENED_MINUTES_AGO,
    ...cast,
    awards: makeAwards(chance, cast.teams),
    finds: makeFinds(chance, cast.teams, bonusTags),
  }
}
