import { calls } from '#contract/calls'
import { findById } from '../db/queries/accounts'
import { endAllSessions } from '../db/queries/sessions'
import { endSignIns } from '../db/queries/sign-in-requests'
import { revokeDevices } from '../db/queries/signing-devices'
import { Refusal } from '../refusal'
import { audit, type By, type CorrectionGame } from './correction'

/**
 * Rule 15: ends a person's sessions, links and codes for good, and lets nobody sign in to the account. What waits on their
 * devices is kept there.
 */
export async function blockPerson(game: CorrectionGame, by: By, userId: string): Promise<void> {
  // Nobody locks themselves out.
  if (userId === by.userId) throw new Refusal('FORBIDDEN')
  const now = game.now()
  await game.db.write({ on: 'accounts' }, async (db, tell) => {
    const person = await findById(db, userId)
    if (person === undefined) throw new Refusal('USER_NOT_FOUND')
    if (person.blocked_at !== null) return tell('nobody')
    tell({ of: calls.blockPerson.touches, users: [userId] })
    await endAllSessions(db, userId)
    await endSignIns(db, userId)
    await revokeDevices(db, userId, now)
    await db.updateTable('users').set({ blocked_at: now }).where('user_id', '=', userId).execute()
    await audit(db, now, by, { what: 'block', person_id: userId })
  })
}

export async function unblockPerson(game: CorrectionGame, by: By, userId: string): Promise<void> {
  const now = game.now()
  await game.db.write({ on: 'accounts' }, async (db, tell) => {
    const person = await findById(db, userId)
    if (person === undefined) throw new Refusal('USER_NOT_FOUND')
    tell({ of: calls.unblockPerson.touches })
    if (person.blocked_at === null) return
    await db.updateTable('users').set({ blocked_at: null }).where('user_id', '=', userId).execute()
    await audit(db, now, by, { what: 'unblock', person_id: userId })
  })
}
