/** How large the event is that a database is filled with. */
export interface EventSize {
  readonly teams: number
  readonly booths: number
  readonly players: number
}

/** More than an event has, because an account may make about a hundred readings a second and all must be answered. */
export const STAFF_PER_BOOTH = 10
/** Awards of each team in the small ledger, and of every fourth team in any ledger. */
const AWARDS_OF_SMALL_TEAM = 5
const SMALL_TEAM_EVERY = 4

/** Whether a team has as many awards in a large ledger as in a small one, so that its readings carry the same answer. */
export const isSmallTeam = (team: number) => team % SMALL_TEAM_EVERY === 0

export const smallLedger = ({ teams }: EventSize) => teams * AWARDS_OF_SMALL_TEAM

/** How many of `awards` entries belong to a team. */
export function awardsOfTeam(team: number, { teams }: EventSize, awards: number): number {
  if (isSmallTeam(team)) return AWARDS_OF_SMALL_TEAM
  const smallTeams = Math.ceil(teams / SMALL_TEAM_EVERY)
  const others = teams - smallTeams
  const left = awards - smallTeams * AWARDS_OF_SMALL_TEAM
  const position = team - Math.floor(team / SMALL_TEAM_EVERY) - 1
  return Math.floor(left / others) + (position < left % others ? 1 : 0)
}
