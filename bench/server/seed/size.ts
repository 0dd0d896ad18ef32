/** Size of the event that a database is filled with. */
export interface EventSize {
  readonly teams: number
  readonly booths: number
  readonly players: number
}

/** More than an event has, because an account is limited to about a hundred readings per second and none may be refused. */
export const STAFF_PER_BOOTH = 10
/** Awards of each team in the small ledger, and of every fourth team in any ledger. */
const AWARDS_OF_SMALL_TEAM = 5
const SMALL_TEAM_EVERY = 4

/** Whether a team has the same number of awards in a large ledger as in a small one, so that its readings have the same size. */
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
