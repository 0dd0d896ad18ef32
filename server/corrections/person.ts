import { calls } from '#contract/calls'
import { findById } from '../db/queries/accounts'
import { endAllSessions } from '../db/queries/sessions'
import { addOrganiserLink, endSignIns } from '../db/queries/sign-in-requests'
import { revokeDevices } from '../db/queries/voucher-signers'
import type { Game } from '../game'
import { Refusal } from '../refusal'
import { signInLink } from '../sms/sms'
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
    await endAllSessions(db, userId, now)
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

/** What a lost device signed, and a team delivers from now on, waits for the organiser. */
export async function revokeDevice(game: CorrectionGame, by: By, deviceId: string): Promise<void> {
  const now = game.now()
  await game.db.write({ on: 'accounts' }, async (db, tell) => {
    tell({ of: calls.revokeDevice.touches })
    const device = await db.selectFrom('signing_devices').where('device_id', '=', deviceId).selectAll().executeTakeFirst()
    if (device === undefined) throw new Refusal('USER_NOT_FOUND')
    if (device.revoked_at !== null) return
    await revokeDevices(db, device.user_id, now, deviceId)
    await audit(db, now, by, { what: 'revoke_device', person_id: device.user_id })
  })
}

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
