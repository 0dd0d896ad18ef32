import type { QueryClient } from '@tanstack/react-query'
import { currentUserQuery } from '../../../api/current-user-query'
import { teamsQuery } from '../../../api/merging-queries'

/**
 * Takes the player out of the team in the cache, once the server has confirmed it: until it has been asked again, no screen may
 * show the team (fault 62). A team that has `ended` can't be found any more either.
 */
export function leaveTeamBehind(client: QueryClient, teamId: string, ended: boolean): void {
  client.setQueryData(currentUserQuery().queryKey, (user) => (user == null ? user : { ...user, team: null }))
  if (!ended) return
  client.setQueryData(
    teamsQuery().queryKey,
    (list) => list && { ...list, teams: list.teams.filter(({ team_id }) => team_id !== teamId) },
  )
}
