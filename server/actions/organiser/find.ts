import { teamNameKey } from '#rules/team-name'
import type { Handler } from '../../call-context'
import { findPeople } from '../../db/queries/find-people'
import { showFoundTeam } from './show-found-team'

const MOST = 20

/** People and teams by anything: name, nickname, number, e-mail, id, or the id of a team's tag. */
export const find: Handler<'find'> = async ({ query }, { game, readings, devices }) => {
  await devices.flush()
  const people = await findPeople(game.db.read, query, MOST)
  const key = teamNameKey(query)
  const inTeams = new Set(people.map(({ team_id }) => team_id))
  const fitting = [...(await readings.standings()).byId.values()]
    .map((team) => {
      const keys = [team.teamName, team.teamId, team.nfcId ?? ''].map(teamNameKey)
      const fit = keys.includes(key)
        ? 0
        : keys.some((one) => one.startsWith(key))
          ? 1
          : keys.some((one) => one.includes(key))
            ? 2
            : 3
      return { team, fit: fit === 3 && !inTeams.has(team.teamId) ? null : fit }
    })
    .filter((one): one is typeof one & { fit: 0 | 1 | 2 | 3 } => one.fit !== null)
    .sort((a, b) => a.fit - b.fit || a.team.rank - b.team.rank)
    .slice(0, MOST)
  return { people, teams: key === '' ? [] : fitting.map(({ team }) => showFoundTeam(team)) }
}
