import type { Database } from '../db/database'
import { type Profile, readProfile } from '../db/queries/users'
import { cachedByKey, invalidatedByPeople } from './cached-by-key'

/** Bounds the memory: everybody at a large event. */
const MOST_KEPT = 20_000

/** A person, with the fields that seldom change as prepared JSON without braces. */
export interface KeptProfile extends Profile {
  readonly personJson: string
  readonly teamJson: string
}

const fieldsOf = (value: object) => JSON.stringify(value).slice(1, -1)

export function createProfiles({ changes, read }: Database): (userId: string) => Promise<KeptProfile> {
  return cachedByKey(changes, {
    invalidatedBy: invalidatedByPeople,
    async make(userId) {
      const profile = await readProfile(read, userId)
      return { ...profile, personJson: fieldsOf(profile.person), teamJson: fieldsOf(profile.team ?? {}) }
    },
    bound: MOST_KEPT,
  })
}
