import { uniqueTeamName } from '#rules/team-name'
import { HIDDEN_TEAM, ORGANISER } from '#texts/nouns'
import { readSome } from './env'

const { productName, companyName } = readSome(process.env, ['productName', 'companyName'])
/** What the app itself shows for persons and teams. */
const RESERVED: ReadonlySet<string> = new Set([HIDDEN_TEAM, ORGANISER, productName, companyName].map(uniqueTeamName))

/** Rule 19: whether a nickname or a team's name could be taken for the app's own words. */
export function isReservedName(name: string): boolean {
  return RESERVED.has(uniqueTeamName(name))
}
