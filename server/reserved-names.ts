import { uniqueTeamName } from '#rules/team-name'
import { HIDDEN_TEAM, ORGANISER } from '#texts/nouns'
import { readBrand } from './env'

/** What the app itself shows for persons and teams. */
const RESERVED: ReadonlySet<string> = new Set([HIDDEN_TEAM, ORGANISER, ...readBrand(process.env)].map(uniqueTeamName))

/** Rule 19: whether a nickname or a team's name could be taken for the app's own words. */
export function isReservedName(name: string): boolean {
  return RESERVED.has(uniqueTeamName(name))
}
