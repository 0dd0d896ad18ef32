import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { User } from '#contract/entities'
import { teamTexts } from '#texts/team'
import { currentUserQuery } from '../../../api/queries'
import { MESSAGE_FRAME, MessageLine } from '../../../session/messages'
import { NotificationOffer } from '../../../session/notifications'
import { LogoLoader } from '../../../ui/logo'
import { Panel } from '../../../ui/panel'
import { KeptScansPanel } from '../../outbox/kept-scans-panel'
import { LazyVouchersPanel } from '../../outbox/lazy-vouchers'
import { EmblemOffer } from '../membership/emblem-choice'
import { InviteButton, useInvitation } from '../membership/invite-button'
import { InviteList } from '../membership/invite-list'
import { PendingRequest } from '../membership/pending-request'
import { TeamlessCard } from '../membership/teamless-card'
import { isWithoutFriends } from '../points/next-booth-row'
import { LatestPoints } from '../points/points-history'
import { ShareButton } from '../story/share-button'
import { TeamFront } from './team-front'

const route = getRouteApi('/signed-in/player')

/** The screen 'Moja Kartica': the team's card, the pending request, or the ways to join a team. */
export function CardPage() {
  const { team: offeredTeamId, nacin } = route.useSearch()
  const { data: user } = useQuery(currentUserQuery())
  useForgetSearch(user ?? undefined)
  const invitation = useInvitation(user?.team ?? null)

  if (user === undefined || user === null) return <LogoLoader />
  const scans = (
    <>
      <LazyVouchersPanel userId={user.id} hasRow={user.team !== null} />
      <KeptScansPanel user={user} />
    </>
  )
  if (user.team === null) {
    return (
      <div className="flex flex-col gap-5">
        <MessageLine userId={user.id} className={`mx-auto w-full max-w-xl empty:hidden ${MESSAGE_FRAME}`} />
        {scans}
        {user.pending_team === null ? (
          <TeamlessCard offeredTeamId={offeredTeamId} way={nacin} />
        ) : (
          <PendingRequest playerId={user.id} team={user.pending_team} offeredTeamId={offeredTeamId} />
        )}
      </div>
    )
  }
  return (
    <div className="grid w-full items-start gap-5 md:grid-cols-[minmax(18rem,24rem)_1fr] flat:grid-cols-1">
      <TeamFront userId={user.id} team={user.team} invite={invitation.button} />
      {invitation.dialog}
      {/* On a phone all of it is below the card, whose code must be in sight. */}
      <div className="flex min-w-0 flex-col gap-5">
        <EmblemOffer team={user.team} />
        {user.team.is_captain && !isWithoutFriends(user.team) && <InviteButton {...invitation.button} />}
        {user.team.is_captain && <InviteList teamId={user.team.team_id} quiet />}
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

/** How the player came to a team or a request leaves the URL, so that it doesn't reappear after leaving. */
function useForgetSearch({ team: ownTeam = null, pending_team = null }: Partial<User> = {}): void {
  const { team, nacin } = route.useSearch()
  const navigate = route.useNavigate()
  const isSpent = (ownTeam !== null && team !== undefined) || ((ownTeam ?? pending_team) !== null && nacin !== undefined)
  const left = ownTeam === null ? team : undefined
  useEffect(() => {
    if (isSpent) void navigate({ search: { team: left }, replace: true })
  }, [isSpent, left, navigate])
}
