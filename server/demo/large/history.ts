import { type CoolingAward, violatesCooldown } from '#rules/cooldown'
import { REQUEST } from '../small/cast'
import type { DemoAward, DemoFind, DemoTeam } from '../story'
import { NIGHT } from './cast'
import type { Chance } from './chance'
import { largeEvent } from './event'

const MINUTE_MS = 60_000
/** The share of awards that were given by mistake and voided. */
const VOIDED_SHARE = 0.012
/** A void follows two minutes after its award, so no award may be newer. */
const YOUNGEST_MINUTES = 4
const MOST_VISITS = 42
const LAST_HOUR_VISITS = 5
const LAST_HOUR = 55
const FINDS_SHARE = 0.045

const cooldowns = new Map(largeEvent.point_types.map((type) => [type.point_type, type.cooldown_seconds]))

/** Few teams go everywhere; most visit a few booths. */
function visitCount(chance: Chance, team: DemoTeam): number {
  if (team.name === REQUEST.team) return MOST_VISITS - 4
  if (team.minutesAgo < LAST_HOUR) return chance.isTrue(0.5) ? 1 : 0
  return 2 + Math.floor((MOST_VISITS - 4) * chance.next() ** 4)
}

/** A time after the team was founded at which the event was open. */
function visitTime(chance: Chance, team: DemoTeam): number {
  const earliest = team.minutesAgo - team.members.length - 1
  for (;;) {
    const minutesAgo = chance.between(YOUNGEST_MINUTES, earliest)
    if (minutesAgo > NIGHT.from || minutesAgo < NIGHT.to) return minutesAgo
  }
}

function visitsOf(chance: Chance, team: DemoTeam): number[] {
  const visits = Array.from({ length: visitCount(chance, team) }, () => visitTime(chance, team))
  // The captain's card has cooldowns that are still running.
  if (team.name === REQUEST.team) {
    for (let visit = 0; visit < LAST_HOUR_VISITS; visit++) visits.push(chance.between(YOUNGEST_MINUTES, LAST_HOUR))
  }
  return visits
}

function awardsOf(chance: Chance, team: DemoTeam): DemoAward[] {
  const recorded = new Map<string, CoolingAward[]>()
  return visitsOf(chance, team).flatMap((minutesAgo) => {
    const { vendor_id: vendor, point_types } = chance.pick(largeEvent.vendors)
    const type = chance.pick(point_types)
    const before = recorded.get(`${vendor} ${type}`) ?? []
    const madeAt = -minutesAgo * MINUTE_MS
    if (violatesCooldown(madeAt, cooldowns.get(type) ?? 0, before)) return []
    // Also one that is voided: nothing was given within its pause.
    recorded.set(`${vendor} ${type}`, [...before, { madeAt }])
    return [{ team: team.name, vendor, type, minutesAgo, voided: chance.isTrue(VOIDED_SHARE) }]
  })
}

/** The booths' awards, each allowed by the rules. */
export function makeAwards(chance: Chance, teams: readonly DemoTeam[]): DemoAward[] {
  return teams.flatMap((team) => awardsOf(chance, team))
}

/** Who scanned which bonus tag, once per team. */
export function makeFinds(chance: Chance, teams: readonly DemoTeam[], tags: readonly string[]): DemoFind[] {
  return teams
    .filter(({ minutesAgo }) => minutesAgo > LAST_HOUR)
    .flatMap((team) =>
      tags
        .filter(() => chance.isTrue(team.name === REQUEST.team ? 0.5 : FINDS_SHARE))
        .map((tag) => ({
          team: team.name,
          tag,
          finder: chance.pick(team.members).nickname,
          minutesAgo: visitTime(chance, team),
        })),
    )
}
