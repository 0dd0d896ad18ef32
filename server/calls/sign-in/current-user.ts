import { calls } from '#contract/calls'
import type { User } from '#contract/entities'
import type { Handler } from '../../call-context'
import type { Reader } from '../../db/database'
import { findById, readProfile } from '../../db/queries/accounts'
import { endSession } from '../../db/queries/sessions'
import { readOwnStanding } from '../../readings/own-standing'
import type { Readings } from '../../readings/readings'
import { readSignInId } from './sign-in-id'

/** A person's own view of their account. */
export async function showUser(db: Reader, readings: Readings, userId: string): Promise<{ user: User }> {
  const { person, team } = await readProfile(db, userId)
  if (team === null) return { user: { ...person, team } }
  const { points, rank, memberCount } = await readOwnStanding(db, readings, team.team_id)
  return { user: { ...person, team: { ...team, points, rank, member_count: memberCount } } }
}

export const currentUser: Handler<'currentUser'> = async (_input, { game, caller, readings }) => ({
  ...(await readings.ledgerId()),
  time_zone: (await readings.settings()).timeZone,
  public_url: game.publicUrl.origin,
  ...(await showUser(game.db.read, readings, caller.userId)),
})

/**
 * Ends the session if it is that user's. Another account's session and cookie are kept: a sign-out that waited for a network
 * must not sign out the next person.
 */
export const signOut: Handler<'signOut'> = async ({ id }, { game, caller, session }) => {
  if (caller === null) {
    session.clear()
    return {}
  }
  const account = await findById(game.db.read, caller.userId)
  const { key } = readSignInId(id)
  const isOwn = id === caller.userId || key === account?.mobile || key === account?.email_key
  const { token } = session
  if (isOwn && token !== null) {
    await game.db.write({ on: 'accounts' }, async (db, tell) => {
      await endSession(db, token, game.now())
      tell({ of: calls.signOut.touches, users: [caller.userId] })
    })
    session.clear()
  }
  return {}
}
