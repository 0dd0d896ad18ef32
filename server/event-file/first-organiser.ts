import type { Database, Writer } from '../db/database'
import { readActiveOrganisers } from '../db/queries/accounts'
import { sharedKey } from '../db/queries/settings'
import { hashSecret, randomToken } from '../random'

const KEY = 'first_organiser'
/** Length of the token in hex digits: 160 bits. */
const DIGITS = 40

/**
 * Derives the token from a key that all servers of the database share, so that all of them print
 * and accept the same token.
 */
const tokenOf = (key: string) => hashSecret(`first organiser ${key}`).slice(0, DIGITS)

/**
 * Rule 22: returns the address at which the first organiser signs up; null if an organiser can sign
 * in.
 */
export async function firstOrganiserUrl(db: Database, publicUrl: URL): Promise<string | null> {
  if ((await readActiveOrganisers(db.read)).size > 0) return null
  return new URL(`/organizator/prvi#${tokenOf(await sharedKey(db, KEY, randomToken))}`, publicUrl)
    .href
}

/**
 * Uses up the token, if it is right and no organiser can sign in. Returns whether it did. The
 * caller holds the event's lock.
 */
export async function useFirstToken(db: Writer, token: string): Promise<boolean> {
  if ((await readActiveOrganisers(db)).size > 0) return false
  const key = await db
    .selectFrom('server_keys')
    .where('name', '=', KEY)
    .select('value')
    .executeTakeFirst()
  // Compare hashes, so that the timing reveals nothing.
  if (key === undefined || hashSecret(tokenOf(key.value)) !== hashSecret(token)) return false
  await db.deleteFrom('server_keys').where('name', '=', KEY).execute()
  return true
}
