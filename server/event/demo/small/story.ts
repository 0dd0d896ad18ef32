import type { DemoStory } from '../story'
import { BOOTH_AWARDS, FOUND_BONUSES } from './awards'
import { REQUEST, TEAMLESS, TEAMS } from './cast'
import { demoEvent } from './event'

/** Three booths and a few teams that have played for some hours; all fit on one screen. */
export const smallStory: DemoStory = {
  event: demoEvent,
  openedMinutesAgo: 300,
  teamless: TEAMLESS,
  teams: TEAMS,
  requests: [REQUEST],
  awards: BOOTH_AWARDS,
  finds: FOUND_BONUSES,
}
