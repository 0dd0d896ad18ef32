import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { queries } from '../../api/calls'
import { LogoLoader } from '../../ui/logo-loader'
import { PendingRequest } from './pending-request'
import { REFRESH_MS } from './refresh'
import { TeamCard } from './team-card'
import { TeamlessCard } from './teamless-card'

const route = getRouteApi('/signed-in/player')

/** 'Moja Kartica': the team, the request that waits, or the ways into a team. */
export function CardPage() {
  const { team: offeredTeamId } = route.useSearch()
  const { data: user } = useQuery({ ...queries.currentUser(), refetchInterval: REFRESH_MS })
  if (user === undefined || user === null) return <LogoLoader />
  if (user.team !== null) return <TeamCard user={user} team={user.team} />
  if (user.pending_team !== null) return <PendingRequest playerId={user.id} team={user.pending_team} />
  return <TeamlessCard offeredTeamId={offeredTeamId} />
}
