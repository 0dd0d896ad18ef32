import { TOUCHES } from '#contract/topics'
import { endAllSessions } from '../db/queries/sessions'
import type { Game } from '../game'
import { hashSecret, randomToken } from '../random'
import { signInLink } from '../sms/sign-in-text'

/** Creates a link that signs a person in once; it is valid until used or withdrawn. */
export async function createLoginLink(game: Pick<Game, 'db' | 'now' | 'publicUrl'>, userId: string): Promise<string> {
  const token = randomToken()
  const row = { token_hash: hashSecret(token), user_id: userId, created_at: game.now() }
  await game.db.write({ on: 'accounts' }, async (db, tell) => {
    tell({ of: [] })
    await db.insertInto('organiser_links').values(row).execute()
  })
  return signInLink(game.publicUrl, userId, token)
}

/** How much was ended. */
export interface Withdrawn {
  readonly links: number
  /** SMS codes with their links that were still valid: 0 or 1. */
  readonly challenges: number
  readonly sessions: number
}

/** Ends a person's links, codes and sessions. */
export async function withdrawSignIns(game: Pick<Game, 'db' | 'now'>, userId: string): Promise<Withdrawn> {
  const now = game.now()
  return await game.db.write({ on: 'accounts' }, async (db, tell) => {
    tell({ of: TOUCHES.endOtherSessions, users: [userId] })
    const links = await db.deleteFrom('organiser_links').where('user_id', '=', userId).executeTakeFirstOrThrow()
    const pending = await db
      .selectFrom('sign_in_requests')
      .where('user_id', '=', userId)
      .where('used_at', 'is', null)
      .where((eb) => eb.or([eb('code_expires_at', '>', now), eb('link_expires_at', '>', now)]))
      .select('user_id')
      .execute()
    await db.deleteFrom('sign_in_requests').where('user_id', '=', userId).execute()
    // Expired ones are not counted.
    await db.deleteFrom('sessions').where('user_id', '=', userId).where('expires_at', '<=', now).execute()
    return {
      links: Number(links.numDeletedRows),
      challenges: pending.length,
      sessions: await endAllSessions(db, userId),
    }
  })
}
