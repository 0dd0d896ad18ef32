import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect } from 'react'
import { currentUserQuery } from '../../../api/current-user-query'
import { NotificationOffer } from '../../../session/notification-offer'
import { LogoLoader } from '../../../ui/logo'
import { KeptScansPanel } from '../../kept-scans/kept-scans-panel'
import { LazyVouchersPanel } from '../../kept-scans/lazy-vouchers'
import { PendingRequest } from '../membership/pending-request'
import { TeamlessCard } from '../membership/teamless-card'
import { TeamCard } from './team-card'

const route = getRouteApi('/signed-in/player')

/** The screen 'Moja Kartica': the team's card, the pending request, or the ways to join a team. */
export function CardPage() {
  const { team: offeredTeamId } = route.useSearch()
  const { data: user } = useQuery(currentUserQuery())
  const inTeam = user?.team != null
  useForgetOfferOnceIn(inTeam)

  if (user === undefined || user === null) return <LogoLoader />
  const scans = (
    <>
      <LazyVouchersPanel userId={user.id} />
      <KeptScansPanel user={user} />
    </>
  )
  if (user.team !== null) {
    return <TeamCard userId={user.id} team={user.team} beforePoints={scans} afterPoints={<NotificationOffer user={user} />} />
  }
  return (
    <div className="flex flex-col gap-5">
      {scans}
      {user.pending_team === null ? (
        <TeamlessCard offeredTeamId={offeredTeamId} />
      ) : (
        <PendingRequest playerId={user.id} team={user.pending_team} offeredTeamId={offeredTeamId} />
      )}
    </div>
  )
}

/** Removes the offered team from the URL once the player is in a team, so that it doesn't reappear after leaving. */
function useForgetOfferOnceIn(inTeam: boolean): void {
  const { team: offeredTeamId } = route.useSearch()
  const navigate = route.useNavigate()
  const spent = inTeam && offeredTeamId !== undefined
  useEffect(() => {
    if (spent) void navigate({ search: {}, replace: true })
  }, [spent, navigate])
}
