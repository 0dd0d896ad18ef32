import type { FoundTeam } from '#contract/organiser-entities'
import type { Handler } from '../../call-context'
import { findPeople, findTeams } from '../../db/queries/find'
import { showFoundTeam } from '../../readings/ranking'

const MOST = 20
/** A team whose member was found, after those that were found themselves. */
const OF_MEMBER = 3
/** For an empty query, which is how the control room reads the live ranking. */
const MOST_RANKED = 100

/** People and teams by anything: name, nickname, number, e-mail, id, or the id of a team's tag. */
export const find: Handler<'find'> = async ({ query }, { game, readings, devices }) => {
  if (query === '') {
    const ranked = [...(await readings.standings()).byId.values()].sort((a, b) => a.rank - b.rank)
    return { people: [], teams: ranked.slice(0, MOST_RANKED).map(showFoundTeam) }
  }
  await devices.flush()
  const people = await findPeople(game.db, query, MOST)
  const fits = new Map<string, { readonly fit: number; readonly foundBy: FoundTeam['found_by'] }>()
  for (const { team_id, nickname } of people) {
    if (team_id !== null) fits.set(team_id, { fit: OF_MEMBER, foundBy: { field: 'member', value: nickname } })
  }
  for (const { teamId, ...found } of await findTeams(game.db.read, query)) fits.set(teamId, found)
  const { byId } = await readings.standings()
  const teams = [...fits]
    .flatMap(([teamId, found]) => {
      const team = byId.get(teamId)
      return team === undefined ? [] : [{ team, ...found }]
    })
    .sort((a, b) => a.fit - b.fit || a.team.rank - b.team.rank)
    .slice(0, MOST)
  return { people, teams: teams.map(({ team, foundBy }) => ({ ...showFoundTeam(team), found_by: foundBy })) }
}
