import type { Database, Writer } from '../db/database'
import { readActiveOrganisers } from '../db/queries/accounts'
import { sharedKey } from '../db/queries/settings'
import { hashSecret, randomToken } from '../random'

const KEY = 'first_organiser'
/** Length of the token in hex digits: 160 bits. */
const DIGITS = 40

/**
 * Derives the token from a key shared by all servers of the database, so that each prints and
 * accepts the same one.
 */
const tokenOf = (key: string) => hashSecret(`first organiser ${key}`).slice(0, DIGITS)

/** Returns the first organiser's sign-up address; null while an organiser can sign in (rule 22). */
export async function firstOrganiserUrl(db: Database, publicUrl: URL): Promise<string | null> {
  if ((await readActiveOrganisers(db.read)).size > 0) return null
  return new URL(`/organizator/prvi#${tokenOf(await sharedKey(db, KEY, randomToken))}`, publicUrl)
    .href
}

/**
 * Uses up the token, under the event lock. Returns whether it was right and no organiser can sign
 * in.
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
