import { emblemOf } from '#rules/emblem'
import type { Handler } from '../../call-context'
import type { Reader } from '../../db/database'
import { type AwardPosition, readAwardsPage } from '../../db/queries/awards'
import { readTeamHistory } from '../../db/queries/team-history'
import { readMembers } from '../../db/queries/teams'
import { showFoundTeam } from '../../readings/ranking'
import type { Readings } from '../../readings/readings'
import { Refusal } from '../../refusal'
import { isoTime, isoTimeOrNull } from '../../time'
import { positionOf } from '../team/team-points'

/** A disbanded team has neither score nor members; its ledger and its history stay. */
async function readTeam(db: Reader, readings: Readings, teamId: string) {
  const row = await db
    .selectFrom('teams')
    .leftJoin('tags', 'tags.team_id', 'teams.team_id')
    .where('teams.team_id', '=', teamId)
    .select(['teams.team_id', 'teams.team_name', 'teams.captain_id', 'teams.created_at', 'teams.disbanded_at', 'tags.nfc_id'])
    .select('teams.emblem')
    .executeTakeFirst()
  if (row === undefined) throw new Refusal('TEAM_NOT_FOUND')
  const listed = (await readings.standings()).byId.get(teamId)
  const { captain_id, created_at, disbanded_at, ...shown } = row
  const team = { ...shown, emblem: emblemOf(teamId, row.emblem) }
  const gone = { points: 0, rank: 0, hidden: false, member_count: 0 }
  return {
    captainId: captain_id,
    team: {
      ...(listed === undefined ? { ...team, ...gone } : { ...team, ...showFoundTeam(listed) }),
      created_at: isoTime(created_at),
      disbanded_at: isoTimeOrNull(disbanded_at),
    },
  }
}

/** A team with its members, a page of its awards, and all that happened to it in the time of these. */
export const organiserTeam: Handler<'organiserTeam'> = async ({ team_id, before }, { game, readings }) => {
  const { read } = game.db
  const { team, captainId } = await readTeam(read, readings, team_id)
  const members = (await readMembers(read, team_id)).map(({ user_id, nickname, first_name, last_name, joined_at }) => ({
    ...{ player_id: user_id, nickname, first_name, last_name, is_captain: user_id === captainId },
    joined_at: isoTime(joined_at),
  }))
  const position: AwardPosition | undefined = before === undefined ? undefined : await positionOf(read, team_id, before)
  const page = await readAwardsPage(read, team_id, position)
  const oldest = page.more ? page.awards.at(-1) : undefined
  const history = await readTeamHistory(read, team_id, {
    from: oldest === undefined ? 0 : Date.parse(oldest.awarded_at),
    until: position?.awarded_at ?? Number.MAX_SAFE_INTEGER,
  })
  return { team, members, ...page, history }
}
