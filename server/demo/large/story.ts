import { TEAMLESS, TEAMS } from '../small/cast'
import type { DemoStory } from '../story'
import { createChance } from './chance'
import { makeLargeEvent } from './event'
import { makeAwards, makeFinds } from './history'
import { createPeople } from './people'
import { makeCast, OPENED_MINUTES_AGO } from './teams'

const SEED = 20_251_122
/** After the numbers of the small demo's people. */
const FIRST_PLAYER_NUMBER = 1_000

/** A convention of real size: thirty booths, hundreds of teams and a history of a day. Always the same. */
export function makeLargeStory(): DemoStory {
  const chance = createChance(SEED)
  const known = [...TEAMLESS, ...TEAMS.flatMap(({ members }) => members)].map(({ nickname }) => nickname)
  const event = makeLargeEvent(chance, known)
  const staff = event.vendors.flatMap((vendor) => vendor.staff.map(({ nickname }) => nickname))
  const cast = makeCast(chance, createPeople(chance, FIRST_PLAYER_NUMBER, [...known, ...staff]))
  const bonusTags = event.tags.filter(({ nfc_type }) => nfc_type === 'bonus').map(({ nfc_id }) => nfc_id)
  return {
    event,
    openedMinutesAgo: OPENED_MINUTES_AGO,
    ...cast,
    awards: makeAwards(chance, cast.teams),
    finds: makeFinds(chance, cast.teams, bonusTags),
  }
}
