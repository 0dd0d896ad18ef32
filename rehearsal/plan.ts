import { REHEARSAL_PREFIX, type RehearsedPerson } from '#server/db/queries/rehearsal'
import { randomToken } from '#server/random'

export interface RehearsalSize {
  readonly players: number
  readonly booths: number
  readonly minutes: number
}

/**
 * Time between a booth's awards (ms): much shorter than at a convention, where it is over a minute.
 */
const AWARD_EVERY_MS = 2_000
/** Time after which a phone reads again although no news came (ms). */
const READ_EVERY_MS = 15_000

/**
 * Schedules the phases, in ms since the start. Shorter rehearsals have the same phases, closer
 * together.
 */
export function scheduleOf({ minutes }: RehearsalSize) {
  const wholeMs = minutes * 60_000
  return {
    wholeMs,
    /** End of arrivals and sign-ins. */
    arrivalMs: wholeMs * 0.3,
    /** End of giving points. */
    playMs: wholeMs * 0.92,
    awardEveryMs: Math.min(AWARD_EVERY_MS, wholeMs / 50),
    readEveryMs: Math.min(READ_EVERY_MS, wholeMs / 8),
    /** How long each booth is offline, once. */
    offlineMs: wholeMs * 0.15,
  }
}

const TEAM_SIZE = 4
const BONUS_TAGS = 5
/**
 * Sign-ins per minute from one address: below the server's limit of 1,200, so that real people
 * behind the address can still sign in.
 */
const SIGN_INS_A_MINUTE = 800

/**
 * Plans the people, teams and booths of one rehearsal. `teamMax`: the event's member limit, 0 = no
 * limit.
 */
export function planRehearsal(run: string, size: RehearsalSize, teamMax: number) {
  const { players, booths, minutes } = size
  const id = (what: string) => `${REHEARSAL_PREFIX}${run}.${what}`
  const share = Math.min(
    1,
    (SIGN_INS_A_MINUTE * scheduleOf(size).arrivalMs) / 60_000 / (players + booths),
  )
  const person = (letter: string, index: number, vendorId: string | null): RehearsedPerson => {
    const name = `${letter}${index + 1}`
    const byLink = Math.floor((index + 1) * share) > Math.floor(index * share)
    return {
      userId: id(name),
      nickname: `proba-${run}-${name}`,
      vendorId,
      byLink,
      token: randomToken(),
    }
  }
  const type = (name: string, label: string, points: number, cooldown_seconds: number) => {
    return { point_type: id(name), label: `${label} (proba)`, points, cooldown_seconds }
  }
  const teamSize = teamMax === 0 ? TEAM_SIZE : Math.min(TEAM_SIZE, teamMax)
  const everyone = Array.from({ length: players }, (_, index) => person('p', index, null))
  return {
    run,
    /** An account by which the rehearsal checks that the server uses this database. */
    probe: { ...person('probe', 0, null), byLink: false },
    booths: Array.from({ length: booths }, (_, index) =>
      person('b', index, id(`booth${index + 1}`)),
    ),
    /** The first member of a team is its captain. Every second team has a tag. */
    teams: Array.from({ length: Math.ceil(players / teamSize) }, (_, index) => ({
      name: `Proba ${run} ${index + 1}`,
      tag: index % 2 === 0 ? id(`team${index + 1}`) : null,
      members: everyone.slice(index * teamSize, (index + 1) * teamSize),
    })),
    /** A point type that may be given again and again. */
    free: type('free', 'Sudjelovanje', 5, 0),
    /**
     * A point type that a booth can give each team only once: its cooldown is longer than the
     * rehearsal.
     */
    once: type('once', 'Pobjeda', 25, Math.ceil(minutes * 60) * 10),
    bonus: type('bonus', 'Skriveno blago', 7, 0),
    bonusTags: Array.from({ length: BONUS_TAGS }, (_, index) => id(`treasure${index + 1}`)),
  }
}
export type RehearsalPlan = ReturnType<typeof planRehearsal>
export type PlannedTeam = RehearsalPlan['teams'][number]
