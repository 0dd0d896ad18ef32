import { calls } from '#contract/calls'
import { findById } from '../db/queries/accounts'
import { addOrganiserLink } from '../db/queries/organiser-links'
import type { Game } from '../game'
import { Refusal } from '../refusal'
import { signInLink } from '../sms/sign-in-text'
import { audit, type By } from './correction'

/**
 * A link that signs a person in once, for the help desk. It is valid until used or withdrawn. Only the command line makes those
 * of organisers: with one, an organiser could act under another's name.
 */
export async function makeSignInLink(game: Pick<Game, 'db' | 'now' | 'publicUrl'>, by: By, userId: string): Promise<string> {
  const now = game.now()
  const token = await game.db.write({ on: 'accounts' }, async (db, tell) => {
    tell({ of: calls.signInLink.touches })
    const person = await findById(db, userId)
    if (person === undefined) throw new Refusal('USER_NOT_FOUND')
    if (person.organiser_since !== null && by.userId !== null) throw new Refusal('FORBIDDEN')
    if (person.blocked_at !== null) throw new Refusal('BLOCKED')
    await audit(db, now, by, { what: 'sign_in_link', person_id: userId })
    return await addOrganiserLink(db, userId, now)
  })
  return signInLink(game.publicUrl, userId, token)
}
