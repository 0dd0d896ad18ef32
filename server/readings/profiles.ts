import type { Database } from '../db/database'
import { type Profile, readProfile } from '../db/queries/users'
import { cachedByKey, invalidatedByPeople } from './cached-by-key'

/** Bounds the memory: everybody at a large event. */
const MOST_KEPT = 20_000

/** A person, with the fields that seldom change as prepared JSON. */
export interface KeptProfile extends Profile {
  /** The end of an answer: the rest of the team after its standing (or a team of null), the person, the closing braces. */
  readonly json: Buffer
}

const fieldsOf = (value: object) => JSON.stringify(value).slice(1, -1)

function writeProfile({ person, team }: Profile): Buffer {
  const closing = team === null ? '"team":null' : `${fieldsOf(team)}}`
  return Buffer.from(`${closing},${fieldsOf(person)}}}`)
}

export function createProfiles({ changes, read }: Database): (userId: string) => Promise<KeptProfile> {
  return cachedByKey(changes, {
    invalidatedBy: invalidatedByPeople,
    async make(userId) {
      const profile = await readProfile(read, userId)
      return { ...profile, json: writeProfile(profile) }
    },
    bound: MOST_KEPT,
  })
}
