import type { Database, Writer } from '../db/database'
import { readActiveOrganisers } from '../db/queries/accounts'
import { sharedKey } from '../db/queries/settings'
import { hashSecret, randomToken } from '../random'

const KEY = 'first_organiser'
/** Of the token: 160 bits. */
const DIGITS = 40

/** Derived from a key that all servers of the database share, so that each prints, and takes, the same one. */
const tokenOf = (key: string) => hashSecret(`first organiser ${key}`).slice(0, DIGITS)

/** The address at which the first organiser signs up; null while one can sign in (rule 22). */
export async function firstOrganiserUrl(db: Database, publicUrl: URL): Promise<string | null> {
  if ((await readActiveOrganisers(db.read)).size > 0) return null
  return new URL(`/organizator/prvi#${tokenOf(await sharedKey(db, KEY, randomToken))}`, publicUrl)
    .href
}

/** Uses the token up, under the lock of the event. Returns whether it was the right one, and nobody can sign in as organiser. */
export async function useFirstToken(db: Writer, token: string): Promise<boolean> {
  if ((await readActiveOrganisers(db)).size > 0) return false
  const key = await db
    .selectFrom('server_keys')
    .where('name', '=', KEY)
    .select('value')
    .executeTakeFirst()
  // By their hashes: how long the comparison takes reveals nothing.
  if (key === undefined || hashSecret(tokenOf(key.value)) !== hashSecret(token)) return false
  await db.deleteFrom('server_keys').where('name', '=', KEY).execute()
  return true
}
