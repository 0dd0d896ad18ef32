import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { teamTexts } from '#texts/team'
import { currentUserQuery } from '../../../api/current-user-query'
import { NotificationOffer } from '../../../session/notification-offer'
import { LogoLoader } from '../../../ui/logo'
import { Panel } from '../../../ui/panel'
import { KeptScansPanel } from '../../kept-scans/kept-scans-panel'
import { LazyVouchersPanel } from '../../kept-scans/lazy-vouchers'
import { PendingRequest } from '../membership/pending-request'
import { TeamlessCard } from '../membership/teamless-card'
import { LatestPoints } from '../points/points-history'
import { ShareButton } from '../story/share-button'
import { TeamFront } from './team-front'

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
  if (user.team === null) {
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
  return (
    <div className="grid w-full items-start gap-5 md:grid-cols-[minmax(18rem,24rem)_1fr]">
      <TeamFront userId={user.id} team={user.team} />
      {/* On a phone all of it is below the card, whose code must be in sight. */}
      <div className="flex flex-col gap-5">
        {scans}
        <Panel
          title={teamTexts.latestTitle}
          aside={
            <Link
              to="/player/tim"
              className="inline-flex min-h-12 items-center px-1 font-medium text-soft underline hover:text-ink"
            >
              {teamTexts.allPoints}
            </Link>
          }
        >
          <LatestPoints />
        </Panel>
        <ShareButton team={user.team} variant="secondary" />
        <NotificationOffer user={user} />
      </div>
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
