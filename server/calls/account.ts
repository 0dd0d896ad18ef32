import { calls } from '#contract/calls'
import type { User } from '#contract/entities'
import { caseKey, uniqueNicknameKey } from '#rules/account'
import { fieldTexts } from '#texts/fields'
import { VERSION } from '../build-info'
import type { Handler } from '../call-context'
import type { Reader } from '../db/database'
import { findById, isNicknameTaken, readProfile } from '../db/queries/accounts'
import { addSubscription, removeSubscription } from '../db/queries/messages'
import { endOtherSessionsOf, endSession, readSessions } from '../db/queries/sessions'
import { findRequestedTeam, findTeamOf } from '../db/queries/teams'
import { isPushEndpoint } from '../push/deliver'
import { hashSecret } from '../random'
import { type Readings, readOwnStanding } from '../readings/readings'
import { Refusal } from '../refusal'
import { isoTime } from '../time'
import { readSignInId } from './sign-in/send-sign-in'

/** Reads a person's own view of their account. */
export async function showUser(
  db: Reader,
  readings: Readings,
  userId: string,
): Promise<{ user: User }> {
  const { person, team } = await readProfile(db, userId)
  if (team === null) return { user: { ...person, team } }
  const { standing } = await readOwnStanding(readings, team.team_id)
  return { user: { ...person, team: { ...team, ...standing } } }
}

export const currentUser: Handler<'currentUser'> = async (_input, { game, caller, readings }) => ({
  ...(await readings.ledgerId()),
  time_zone: (await readings.settings()).timeZone,
  public_url: game.publicUrl.origin,
  server_version: VERSION,
  ...(await showUser(game.db.read, readings, caller.userId)),
})

/**
 * Ends the session if it belongs to the person named by `id`. Otherwise leaves session and cookie
 * as they are: a sign-out that waited for a network must not sign out the next person.
 */
export const signOut: Handler<'signOut'> = async ({ id }, { game, caller, session }) => {
  if (caller === null) return session.clear()
  const account = await findById(game.db.read, caller.userId)
  const { key } = readSignInId(id)
  const isOwn = id === caller.userId || key === account?.mobile || key === account?.email_key
  const { token } = session
  if (isOwn && token !== null) {
    await game.db.write({ kind: 'accounts' }, async (db, notify) => {
      await endSession(db, token, game.now())
      notify({ of: calls.signOut.touches, users: [caller.userId] })
    })
    session.clear()
  }
}

function isSame<T extends object>(stored: T, values: Partial<T>): boolean {
  return Object.entries(values).every(([name, value]) => stored[name as keyof T] === value)
}

/**
 * Changes the caller's names, and their e-mail if given. Refuses a nickname that is taken, as
 * registration does.
 */
export const updateProfile: Handler<'updateProfile'> = async (
  { user_data },
  { game, readings, caller },
) => {
  const { first_name, last_name, nickname, email } = user_data
  const mail = email === undefined ? {} : { email, email_key: caseKey(email) }
  const values = { first_name, last_name, nickname, ...mail }
  const stored = await findById(game.db.read, caller.userId)
  if (stored !== undefined && isSame(stored, values))
    return await showUser(game.db.read, readings, caller.userId)
  await game.db.write({ kind: 'accounts' }, async (db, notify) => {
    const own = await findById(db, caller.userId)
    // The caller may have been blocked since the session was found.
    if (own?.blocked_at != null) throw new Refusal('BLOCKED')
    if (await isNicknameTaken(db, nickname, own)) {
      throw new Refusal('INVALID_INPUT', { fields: { nickname: fieldTexts.nickname_taken } })
    }
    await db
      .updateTable('users')
      .set({ ...values, nickname_key: uniqueNicknameKey(nickname) })
      .where('user_id', '=', caller.userId)
      .execute()
    const [team, requested] = [
      await findTeamOf(db, caller.userId),
      await findRequestedTeam(db, caller.userId),
    ]
    const { userId } = caller
    notify({
      of: calls.updateProfile.touches,
      users: [userId],
      teams: team === undefined ? [] : [team.team_id],
      captainsOf: requested === undefined ? [] : [requested],
    })
  })
  return await showUser(game.db.read, readings, caller.userId)
}

type Names = readonly (readonly [sign: RegExp, name: string])[]

/** The order matters: a browser's user agent may also name the browsers below it. */
const BROWSERS: Names = [
  [/Edg(A|iOS)?\//, 'Edge'],
  [/OPR\/|OPT\//, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]
const SYSTEMS: Names = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
]

const find = (names: Names, userAgent: string) => names.find(([sign]) => sign.test(userAgent))?.[1]

/**
 * Names the browser and system, by which people recognise their device; empty if both are unknown.
 */
export function browserName(userAgent: string): string {
  return [find(BROWSERS, userAgent), find(SYSTEMS, userAgent)]
    .filter((name) => name !== undefined)
    .join(' · ')
}

export const listSessions: Handler<'listSessions'> = async (_input, { game, caller, session }) => {
  const own = session.token === null ? null : hashSecret(session.token)
  const sessions = await readSessions(game.db.read, caller.userId, game.expiryNow())
  return {
    sessions: sessions.map(({ tokenHash, created_at, renewedAt, user_agent }) => ({
      started_at: isoTime(created_at),
      last_used_at: isoTime(renewedAt),
      browser: browserName(user_agent),
      current: tokenHash === own,
    })),
  }
}

/** Signs the caller out on every other device. */
export const endOtherSessions: Handler<'endOtherSessions'> = async (
  _input,
  { game, caller, session },
) => {
  const { token } = session
  if (token === null) throw new Refusal('NOT_AUTHENTICATED')
  await game.db.write({ kind: 'accounts' }, async (db, notify) => {
    await endOtherSessionsOf(db, caller.userId, token, game.now())
    notify({ of: calls.endOtherSessions.touches, users: [caller.userId] })
  })
}

export const listMessages: Handler<'listMessages'> = async (_input, { readings, caller }) => {
  const role = caller.vendorId === null ? 'player' : 'staff'
  return { messages: await readings.messages[caller.organiser ? 'organiser' : role]() }
}

export const pushKey: Handler<'pushKey'> = async (_input, { push }) => ({
  public_key: await push.publicKey(),
})

/** Subscribes this device to notifications for as long as its session lasts. */
export const subscribePush: Handler<'subscribePush'> = async (
  { subscription },
  { game, caller, session, push },
) => {
  const { endpoint, keys } = subscription
  if (!isPushEndpoint(endpoint, push.loopback))
    throw new Refusal('INVALID_INPUT', { fields: { subscription: fieldTexts.invalid } })
  const { token } = session
  if (token === null) throw new Refusal('NOT_AUTHENTICATED')
  const row = {
    endpoint,
    token_hash: hashSecret(token),
    user_id: caller.userId,
    ...keys,
    created_at: game.now(),
  }
  await game.db.write({ kind: 'accounts' }, async (db, notify) => {
    await addSubscription(db, row)
    notify({ of: calls.subscribePush.touches })
  })
}

export const unsubscribePush: Handler<'unsubscribePush'> = async (
  { endpoint },
  { game, caller },
) => {
  await game.db.write({ kind: 'accounts' }, async (db, notify) => {
    await removeSubscription(db, endpoint, caller.userId)
    notify({ of: calls.unsubscribePush.touches })
  })
}
