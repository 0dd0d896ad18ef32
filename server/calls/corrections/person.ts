import { calls } from '#contract/calls'
import { audit, type By } from '../../audit'
import type { Correction, Handler } from '../../call-context'
import type { Writer } from '../../db/database'
import { BY_NICKNAME, findById, isErased, PERSON_COLUMNS } from '../../db/queries/accounts'
import { endAccess } from '../../db/queries/sessions'
import { addOrganiserLink, addOrganiserLinks } from '../../db/queries/sign-in-requests'
import { endInvitationsOf, findRequestedTeam, findTeam, findTeamOf } from '../../db/queries/teams'
import { revokeDevices } from '../../db/queries/voucher-signers'
import type { UsersTable } from '../../db/tables'
import type { Game } from '../../game'
import { randomToken } from '../../random'
import { Refusal } from '../../refusal'
import { pseudonymise } from '../../retention'
import { signInLink as linkOf } from '../../sms/sms'
import { requireOtherOrganiser } from './guards'

/**
 * Returns a person who was not erased. Throws USER_NOT_FOUND for an erased one, because whoever
 * signed in to an erased account would be a stranger.
 */
async function requirePerson(db: Writer, userId: string): Promise<UsersTable> {
  const person = await findById(db, userId)
  if (person === undefined || isErased(person)) throw new Refusal('USER_NOT_FOUND')
  return person
}

/**
 * Rule 15: ends a person's sessions, links and codes for good and blocks further sign-ins. Entries
 * that wait on their devices stay there.
 */
export const blockPerson: Correction<'blockPerson'> = async ({ user_id }, { game, by }) => {
  // Organisers must not lock themselves out.
  if (user_id === by.userId) throw new Refusal('FORBIDDEN')
  const now = game.now()
  await game.db.write({ kind: 'accounts' }, async (db, notify) => {
    const person = await requirePerson(db, user_id)
    if (person.blocked_at !== null) return notify('nobody')
    await requireOtherOrganiser(db, user_id)
    const requested = await findRequestedTeam(db, user_id)
    const captainsOf = requested === undefined ? [] : [requested]
    notify({ of: calls.blockPerson.touches, users: [user_id], captainsOf })
    await endAccess(db, [user_id], now)
    await db.deleteFrom('invites').where('user_id', '=', user_id).execute()
    await db.updateTable('users').set({ blocked_at: now }).where('user_id', '=', user_id).execute()
    await endInvitationsOf(db, user_id)
    await audit(db, now, by, { what: 'block', person_id: user_id })
  })
}

export const unblockPerson: Correction<'unblockPerson'> = async ({ user_id }, { game, by }) => {
  const now = game.now()
  await game.db.write({ kind: 'accounts' }, async (db, notify) => {
    notify('nobody')
    if ((await requirePerson(db, user_id)).blocked_at === null) return
    notify({ of: calls.unblockPerson.touches })
    await db.updateTable('users').set({ blocked_at: null }).where('user_id', '=', user_id).execute()
    await audit(db, now, by, { what: 'unblock', person_id: user_id })
  })
}

/**
 * Revokes a lost device's key: its vouchers that arrive from now on wait for the organiser,
 * whenever they were signed.
 */
export const revokeDevice: Correction<'revokeDevice'> = async ({ device_id }, { game, by }) => {
  const now = game.now()
  await game.db.write({ kind: 'accounts' }, async (db, notify) => {
    notify('nobody')
    const device = await db
      .selectFrom('signing_devices')
      .where('device_id', '=', device_id)
      .selectAll()
      .executeTakeFirst()
    if (device === undefined) throw new Refusal('USER_NOT_FOUND')
    if (device.revoked_at !== null) return
    notify({ of: calls.revokeDevice.touches })
    await revokeDevices(db, now, (eb) => eb('device_id', '=', device_id))
    await audit(db, now, by, { what: 'revoke_device', person_id: device.user_id })
  })
}

/**
 * Ends a person's links, codes, sessions and keys, for example after the loss of a phone. Returns
 * how many links, codes and sessions were still valid.
 */
export async function endSignIns(game: Pick<Game, 'db' | 'now'>, by: By, userId: string) {
  const now = game.now()
  return await game.db.write({ kind: 'accounts' }, async (db, notify) => {
    notify({ of: calls.withdrawSignIns.touches, users: [userId] })
    await requirePerson(db, userId)
    await audit(db, now, by, { what: 'withdraw', person_id: userId })
    const { links, codes, sessions } = await endAccess(db, [userId], now)
    return { links: links.length, codes: codes.length, sessions: sessions.length }
  })
}

export const withdrawSignIns: Correction<'withdrawSignIns'> = async ({ user_id }, { game, by }) => {
  await endSignIns(game, by, user_id)
}

/**
 * Makes a link that signs a person in once, for the help desk. It is valid until used or withdrawn.
 * Only the command line makes links for organisers, because with such a link an organiser could act
 * under another organiser's name.
 */
export async function makeSignInLink(
  game: Pick<Game, 'db' | 'now' | 'publicUrl'>,
  by: By,
  userId: string,
): Promise<string> {
  const now = game.now()
  const token = await game.db.write({ kind: 'accounts' }, async (db, notify) => {
    notify({ of: calls.signInLink.touches })
    const person = await requirePerson(db, userId)
    if (person.organiser_since !== null && by.userId !== null) throw new Refusal('FORBIDDEN')
    if (person.blocked_at !== null) throw new Refusal('BLOCKED')
    await audit(db, now, by, { what: 'sign_in_link', person_id: userId })
    return await addOrganiserLink(db, userId, now)
  })
  return linkOf(game.publicUrl, userId, token)
}

export const signInLink: Handler<'signInLink'> = async ({ user_id }, { game, by }) => ({
  link: await makeSignInLink(game, by, user_id),
})

const LINKS_MAX = 500

/**
 * Makes links like `makeSignInLink` for the staff of one booth or of all booths, to print or show.
 * Sorted by booth. Skips blocked people, whose links would not work.
 */
export const staffLinks: Handler<'staffLinks'> = async ({ vendor_id, only_new }, { game, by }) => {
  const now = game.now()
  const made = await game.db.write({ kind: 'accounts' }, async (db, notify) => {
    notify({ of: calls.staffLinks.touches })
    const people = await db
      .selectFrom('users')
      .innerJoin('vendors', 'vendors.vendor_id', 'users.vendor_id')
      .where('users.blocked_at', 'is', null)
      .$if(vendor_id !== undefined, (query) => query.where('users.vendor_id', '=', vendor_id ?? ''))
      .$if(only_new === 1, (query) => query.where('users.first_signed_in_at', 'is', null))
      .orderBy('vendors.position')
      .orderBy('vendors.vendor_id')
      .orderBy(BY_NICKNAME)
      .limit(LINKS_MAX)
      .select([...PERSON_COLUMNS, 'vendors.name as vendor_name'])
      .execute()
    const links = people.map((person) => ({ ...person, token: randomToken() }))
    await addOrganiserLinks(db, links, now)
    await audit(
      db,
      now,
      by,
      ...people.map(({ user_id }) => ({ what: 'sign_in_link' as const, person_id: user_id })),
    )
    return links
  })
  return {
    links: made.map(({ token, ...person }) => ({
      ...person,
      link: linkOf(game.publicUrl, person.user_id, token),
    })),
  }
}

/** Erases everything personal from an account; the ledger stays. */
export const erasePerson: Correction<'erasePerson'> = async ({ user_id }, { game, by }) => {
  // Organisers must not lock themselves out.
  if (user_id === by.userId) throw new Refusal('FORBIDDEN')
  const now = game.now()
  await game.db.write({ kind: 'event' }, async (db, notify) => {
    const person = await requirePerson(db, user_id)
    await requireOtherOrganiser(db, user_id)
    const team = await findTeamOf(db, user_id)
    const requested = await findRequestedTeam(db, user_id)
    await pseudonymise(db, person, now)
    await audit(db, now, by, { what: 'erase', person_id: user_id })
    const captain = team === undefined ? undefined : (await findTeam(db, team.team_id))?.captain_id
    // Without `notify` everybody refetches: any screen may show a team that was disbanded or has no
    // member left.
    if (team !== undefined && (captain === undefined || captain === user_id)) return
    notify({
      of: calls.erasePerson.touches,
      users: captain === undefined ? [user_id] : [user_id, captain],
      teams: team === undefined ? [] : [team.team_id],
      captainsOf: requested === undefined ? [] : [requested],
    })
  })
  await game.db.forgetDeleted()
}
