import { hashSecret, randomToken } from '../../random'
import type { Writer } from '../database'

/** Adds a link that signs a person in once, and returns its token. */
export async function addOrganiserLink(db: Writer, userId: string, now: number): Promise<string> {
  const token = randomToken()
  await db
    .insertInto('organiser_links')
    .values({ token_hash: hashSecret(token), user_id: userId, created_at: now })
    .execute()
  return token
}
