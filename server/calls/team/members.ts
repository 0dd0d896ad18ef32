import { calls } from '#contract/calls'
import type { Handler } from '../../call-context'
import { readVendorIds } from '../../db/queries/booths'
import { findMembership, findTeamOf, readConcerned, readMembers, removeMember } from '../../db/queries/teams'
import { Refusal } from '../../refusal'
import { isoTime } from '../../time'
import { requireOwnTeam, requireTeam } from './team-guards'

/** Members, longest-standing first. Full names are only for members of the same team. */
export const listMembers: Handler<'listMembers'> = async ({ team_id }, { game, caller }) => {
  const ownTeam = await findTeamOf(game.db.read, caller.userId)
  const own = ownTeam?.team_id === team_id
  const team = own ? ownTeam : await requireTeam(game.db.read, team_id)
  const members = (await readMembers(game.db.read, team_id)).map((member) => ({
    player_id: member.user_id,
    nickname: member.nickname,
    is_captain: member.user_id === team.captain_id,
    joined_at: isoTime(member.joined_at),
    ...(own ? { first_name: member.first_name, last_name: member.last_name } : {}),
  }))
  return { members }
}

/** Rule 5: a captain removes a member, or a member leaves with their own id. */
export const removePlayer: Handler<'removePlayer'> = async ({ player_id }, { game, caller }) => {
  const now = game.now()
  await game.db.write({ on: 'roster' }, async (db, tell) => {
    const team = await requireOwnTeam(db, caller.userId)
    if (player_id !== caller.userId && team.captain_id !== caller.userId) throw new Refusal('NOT_CAPTAIN')
    const { team_id } = team
    if ((await findMembership(db, player_id))?.team_id !== team_id) throw new Refusal('PLAYER_NOT_FOUND')
    const concerned = await readConcerned(db, team_id)
    const captain = await removeMember(db, team, player_id, now, caller.userId)
    const { touches: of } = calls.removePlayer
    if (captain === null) tell({ of, users: concerned, vendors: await readVendorIds(db) })
    else tell({ of, users: [player_id, captain], teams: [team_id] })
  })
  return {}
}
