/** The numbers from 0. */
export const numbers = (count: number) => Array.from({ length: count }, (_, index) => index)

/** Size of the event that a database is filled with. */
export interface EventSize {
  readonly teams: number
  readonly booths: number
  readonly players: number
}

/**
 * More than a real event has, because an account is limited to about a hundred readings per second
 * and the limit may refuse no reading of the load.
 */
export const STAFF_PER_BOOTH = 10
/** Awards of each team in the small ledger, and of every fourth team in any ledger. */
const AWARDS_OF_SMALL_TEAM = 5
const SMALL_TEAM_EVERY = 4

/**
 * True for teams with equally many awards in a large and a small ledger: their readings have one
 * size.
 */
export const isSmallTeam = (team: number) => team % SMALL_TEAM_EVERY === 0

export const smallLedger = ({ teams }: EventSize) => teams * AWARDS_OF_SMALL_TEAM

/**
 * Returns how many of the ledger's `awards` entries belong to a team. Entries that do not belong to
 * small teams are spread evenly over the other teams, among which this team has the index
 * `position`.
 */
export function awardsOfTeam(team: number, { teams }: EventSize, awards: number): number {
  if (isSmallTeam(team)) return AWARDS_OF_SMALL_TEAM
  const smallTeams = Math.ceil(teams / SMALL_TEAM_EVERY)
  const others = teams - smallTeams
  const left = awards - smallTeams * AWARDS_OF_SMALL_TEAM
  const position = team - Math.floor(team / SMALL_TEAM_EVERY) - 1
  return Math.floor(left / others) + (position < left % others ? 1 : 0)
}

/** The type whose cooldown lasts longer than a measurement; the load gives points of the other types. */
export const LONG_COOLDOWN_TYPE = 0
export const POINT_TYPES = [
  { label: 'Kviz dana', points: 10, cooldown_seconds: 14_400 },
  { label: 'Pobjeda', points: 25, cooldown_seconds: 900 },
  { label: 'Sudjelovanje', points: 5, cooldown_seconds: 900 },
  { label: 'Turnir', points: 40, cooldown_seconds: 3_600 },
  { label: 'Zagonetka', points: 15, cooldown_seconds: 1_800 },
] as const

/**
 * Returns an id or token computed from a number, so that the load script needs no list of them. It
 * has the length and the alphabet of a real one.
 */
const numbered = (letter: string, index: number, length: number) =>
  letter + String(index).padStart(length - 1, '0')

const ID_LENGTH = 16
const TOKEN_LENGTH = 26

export const teamId = (index: number) => numbered('t', index, ID_LENGTH)
export const playerId = (index: number) => numbered('p', index, ID_LENGTH)
export const staffId = (index: number) => numbered('s', index, ID_LENGTH)
export const playerToken = (index: number) => numbered('p', index, TOKEN_LENGTH)
export const staffToken = (index: number) => numbered('s', index, TOKEN_LENGTH)
export const boothId = (index: number) => `stand${index}`
export const pointTypeId = (index: number) => `vrsta${index}`
