import { calls } from '#contract/calls'
import { BY_NICKNAME, findById } from '../db/queries/accounts'
import { endAccess } from '../db/queries/sessions'
import { addOrganiserLink, addOrganiserLinks } from '../db/queries/sign-in-requests'
import { findRequestedTeam, findTeam, findTeamOf } from '../db/queries/teams'
import { revokeDevices } from '../db/queries/voucher-signers'
import type { Game } from '../game'
import { randomToken } from '../random'
import { Refusal } from '../refusal'
import { isErased, pseudonymise } from '../retention'
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
  await game.db.write({ on: 'accounts' }, async (db, notify) => {
    const person = await findById(db, userId)
    if (person === undefined) throw new Refusal('USER_NOT_FOUND')
    if (person.blocked_at !== null) return notify('nobody')
    notify({ of: calls.blockPerson.touches, users: [userId] })
    await endAccess(db, userId, now)
    await db.updateTable('users').set({ blocked_at: now }).where('user_id', '=', userId).execute()
    await audit(db, now, by, { what: 'block', person_id: userId })
  })
}

export async function unblockPerson(game: CorrectionGame, by: By, userId: string): Promise<void> {
  const now = game.now()
  await game.db.write({ on: 'accounts' }, async (db, notify) => {
    const person = await findById(db, userId)
    if (person === undefined) throw new Refusal('USER_NOT_FOUND')
    notify({ of: calls.unblockPerson.touches })
    if (person.blocked_at === null) return
    await db.updateTable('users').set({ blocked_at: null }).where('user_id', '=', userId).execute()
    await audit(db, now, by, { what: 'unblock', person_id: userId })
  })
}

/** What a lost device signed, and a team delivers from now on, waits for the organiser. */
export async function revokeDevice(game: CorrectionGame, by: By, deviceId: string): Promise<void> {
  const now = game.now()
  await game.db.write({ on: 'accounts' }, async (db, notify) => {
    notify({ of: calls.revokeDevice.touches })
    const device = await db.selectFrom('signing_devices').where('device_id', '=', deviceId).selectAll().executeTakeFirst()
    if (device === undefined) throw new Refusal('USER_NOT_FOUND')
    if (device.revoked_at !== null) return
    await revokeDevices(db, now, (eb) => eb('device_id', '=', deviceId))
    await audit(db, now, by, { what: 'revoke_device', person_id: device.user_id })
  })
}

/** For a lost phone: ends a person's links, codes, sessions and keys. Returns how many of the first three. */
export async function withdrawSignIns({ db, now: clock }: CorrectionGame, by: By, userId: string) {
  const now = clock()
  return await db.write({ on: 'accounts' }, async (writer, notify) => {
    notify({ of: calls.withdrawSignIns.touches, users: [userId] })
    if ((await findById(writer, userId)) === undefined) throw new Refusal('USER_NOT_FOUND')
    const pending = await writer
      .selectFrom('sign_in_requests')
      .where('user_id', '=', userId)
      .where('used_at', 'is', null)
      .where((eb) => eb.or([eb('code_expires_at', '>', now), eb('link_expires_at', '>', now)]))
      .select('user_id')
      .execute()
    // Expired ones are not counted.
    await writer.deleteFrom('sessions').where('user_id', '=', userId).where('expires_at', '<=', now).execute()
    await audit(writer, now, by, { what: 'withdraw', person_id: userId })
    return { codes: pending.length, ...(await endAccess(writer, userId, now)) }
  })
}

/**
 * A link that signs a person in once, for the help desk. It is valid until used or withdrawn. Only the command line makes those
 * of organisers: with one, an organiser could act under another's name.
 */
export async function makeSignInLink(game: Pick<Game, 'db' | 'now' | 'publicUrl'>, by: By, userId: string): Promise<string> {
  const now = game.now()
  const token = await game.db.write({ on: 'accounts' }, async (db, notify) => {
    notify({ of: calls.signInLink.touches })
    const person = await findById(db, userId)
    if (person === undefined) throw new Refusal('USER_NOT_FOUND')
    if (person.organiser_since !== null && by.userId !== null) throw new Refusal('FORBIDDEN')
    if (person.blocked_at !== null) throw new Refusal('BLOCKED')
    await audit(db, now, by, { what: 'sign_in_link', person_id: userId })
    return await addOrganiserLink(db, userId, now)
  })
  return signInLink(game.publicUrl, userId, token)
}

const MOST_LINKS = 500

/**
 * Links for a booth's staff, or for all booths', as `makeSignInLink` makes them: to print, or to show. In the order of the booths,
 * without the blocked, whom a link would not sign in.
 */
export async function makeStaffLinks(
  game: Pick<Game, 'db' | 'now' | 'publicUrl'>,
  by: By,
  { vendorId, onlyNew }: { readonly vendorId: string | undefined; readonly onlyNew: boolean },
) {
  const now = game.now()
  const made = await game.db.write({ on: 'accounts' }, async (db, notify) => {
    notify({ of: calls.staffLinks.touches })
    const people = await db
      .selectFrom('users')
      .innerJoin('vendors', 'vendors.vendor_id', 'users.vendor_id')
      .where('users.blocked_at', 'is', null)
      .$if(vendorId !== undefined, (query) => query.where('users.vendor_id', '=', vendorId ?? ''))
      .$if(onlyNew, (query) => query.where('users.first_signed_in_at', 'is', null))
      .orderBy('vendors.position')
      .orderBy('vendors.vendor_id')
      .orderBy(BY_NICKNAME)
      .limit(MOST_LINKS)
      .select(['users.user_id', 'users.first_name', 'users.last_name', 'users.nickname', 'users.mobile'])
      .select('vendors.name as vendor_name')
      .execute()
    const links = people.map((person) => ({ ...person, token: randomToken() }))
    await addOrganiserLinks(db, links, now)
    await audit(db, now, by, ...people.map(({ user_id }) => ({ what: 'sign_in_link' as const, person_id: user_id })))
    return links
  })
  return made.map(({ token, ...person }) => ({ ...person, link: signInLink(game.publicUrl, person.user_id, token) }))
}

/** Takes out of an account all that says whose it was; the ledger stays. */
export async function erasePerson(game: CorrectionGame, by: By, userId: string): Promise<void> {
  // Nobody locks themselves out, so there is always an organiser left.
  if (userId === by.userId) throw new Refusal('FORBIDDEN')
  const now = game.now()
  await game.db.write({ on: 'event' }, async (db, notify) => {
    const person = await findById(db, userId)
    if (person === undefined || isErased(person)) throw new Refusal('USER_NOT_FOUND')
    const team = await findTeamOf(db, userId)
    const requested = await findRequestedTeam(db, userId)
    await pseudonymise(db, person, now)
    await audit(db, now, by, { what: 'erase', person_id: userId })
    const captain = team === undefined ? undefined : (await findTeam(db, team.team_id))?.captain_id
    // Without `notify` everybody rereads: any screen may show a team that was disbanded.
    if (team !== undefined && captain === undefined) return
    notify({
      of: calls.erasePerson.touches,
      users: captain === undefined ? [userId] : [userId, captain],
      teams: team === undefined ? [] : [team.team_id],
      captainsOf: requested === undefined ? [] : [requested],
    })
  })
  await game.db.forgetDeleted()
}
