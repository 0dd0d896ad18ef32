import { TEAMLESS as KNOWN_TEAMLESS, TEAMS as KNOWN_TEAMS, REQUEST } from '../small/cast'
import type { DemoPlayer, DemoRequest, DemoTeam } from '../story'
import type { Chance } from './chance'
import { teamTag } from './event'
import { makeTeamNames } from './team-names'

const TEAMS = 600
const TEAMLESS = 60
/** More requests are pending for the captain whom the printed link signs in. */
const REQUESTS_TO_CAPTAIN = 4
const MAX_MEMBERS = 6
/** How many teams of a hundred have one member, two, and so on. */
const SIZES = [8, 20, 29, 24, 12, 7]
/** One team in this many has only just been founded. */
const LATECOMERS = 20

export const OPENED_MINUTES_AGO = 26 * 60
/** The event is closed for the night between these times, in minutes ago. */
export const NIGHT = { from: 15 * 60, to: 6 * 60 } as const

function teamSize(chance: Chance): number {
  let left = chance.next() * 100
  const size = SIZES.findIndex((share) => {
    left -= share
    return left < 0
  })
  return size === -1 ? MAX_MEMBERS : size + 1
}

/** When a team was founded: most on the first day, many on the second morning, some only just now. */
function arrival(chance: Chance, index: number): number {
  if (index % LATECOMERS === 0) return chance.between(14, 28)
  return chance.isTrue(0.7) ? chance.between(NIGHT.from + 60, OPENED_MINUTES_AGO - 20) : chance.between(60, NIGHT.to - 20)
}

export interface LargeCast {
  readonly teamless: readonly DemoPlayer[]
  readonly teams: readonly DemoTeam[]
  readonly requests: readonly DemoRequest[]
}

/** The people of the small demo, who were there first, and many more. */
export function makeCast(chance: Chance, makePerson: () => DemoPlayer): LargeCast {
  const known = KNOWN_TEAMS.map((team) => ({ ...team, minutesAgo: team.minutesAgo + (team.minutesAgo > 60 ? 20 * 60 : 0) }))
  const knownNames = known.map(({ name }) => name)
  const names = makeTeamNames(chance, TEAMS - known.length, knownNames)
  const made = names.map((name, index): DemoTeam => {
    const members = Array.from({ length: teamSize(chance) }, makePerson)
    const tag = chance.isTrue(0.8) ? teamTag(known.length + index + 1) : null
    return { name, tag, minutesAgo: arrival(chance, index), members }
  })
  const teams = [...known, ...made]
  const newcomers = Array.from({ length: TEAMLESS }, makePerson)
  const open = made.filter(({ members }) => members.length < MAX_MEMBERS)
  const requests = newcomers.slice(0, TEAMLESS / 2).map(({ nickname }, index): DemoRequest => {
    const team = index < REQUESTS_TO_CAPTAIN ? REQUEST.team : chance.pick(open).name
    // Every team exists by then.
    return { nickname, team, minutesAgo: chance.between(0.5, 4) }
  })
  return { teamless: [...KNOWN_TEAMLESS, ...newcomers], teams, requests: [REQUEST, ...requests] }
}
