import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useEffect, useMemo } from 'react'
import type { User } from '#contract/entities'
import { teamTexts } from '#texts/team'
import { teamPointsQuery } from '../../api/score-queries'
import type { OwnTeam } from '../../game/membership'
import { MESSAGE_FRAME, MessageLine } from '../../game/messages'
import { NotificationOffer } from '../../pwa/notifications'
import { useUser } from '../../session/signed-in'
import { useFirstViewPainted } from '../../ui/first-view'
import { Panel } from '../../ui/panel'
import { wasKept } from '../../ui/ready-screen'
import { ScansPanel, VouchersPanel } from '../outbox/scans-and-vouchers'
import { EmblemSheet } from './emblem-choice'
import { InviteButton, type InviteButtonProps, InviteList, useInvitationDialog } from './invites'
import { LatestPoints } from './points-history'
import { ShareButton, useEveningEnd } from './story-offer'
import { isWithoutFriends, TeamFront } from './team-front'
import { PendingRequest, TeamlessCard } from './teamless-card'

const route = getRouteApi('/signed-in/players/player')

/** The screen 'Moja Kartica': the team's card, the pending request, or the ways to join a team. */
export function CardPage() {
  const { team: offeredTeamId, way } = route.useSearch()
  const user = useUser()
  useClearedSearch(user)
  const team = useLatestStanding(user.team)
  const invitation = useInvitationDialog(team)
  const isFirstViewPainted = useFirstViewPainted()
  if (team === null) {
    return (
      <div className="flex flex-col gap-5">
        <MessageLine
          userId={user.id}
          className={`mx-auto w-full max-w-xl empty:hidden ${MESSAGE_FRAME}`}
        />
        <Scans user={user} />
        {user.pending_team === null ? (
          <TeamlessCard offeredTeamId={offeredTeamId} way={way} />
        ) : (
          <PendingRequest team={user.pending_team} offeredTeamId={offeredTeamId} />
        )}
      </div>
    )
  }
  return (
    <div className="grid w-full items-start gap-5 md:grid-cols-[minmax(18rem,24rem)_1fr] flat:grid-cols-1">
      <TeamFront userId={user.id} team={team} invite={invitation.button} />
      {invitation.dialog}
      <EmblemSheet team={team} />
      {/* Do not delay this part if the kept screen already includes it, also at '/', where the
          installed app starts. */}
      {(isFirstViewPainted || wasKept('/player') || wasKept('/')) && (
        <BelowCard user={user} team={team} invite={invitation.button} />
      )}
    </div>
  )
}

/**
 * The team with the points and rank of the data that its stars, medals and goal come from. The
 * account's own are of another time.
 */
function useLatestStanding(team: User['team']): User['team'] {
  const { data } = useQuery({ ...teamPointsQuery(), enabled: false })
  return useMemo(
    () => team && { ...team, points: data?.points ?? team.points, rank: data?.rank ?? team.rank },
    [team, data],
  )
}

function Scans({ user }: { user: User }) {
  return (
    <>
      <VouchersPanel userId={user.id} hasRow={user.team !== null} />
      <ScansPanel user={user} />
    </>
  )
}

/** The parts beside the card. On a phone they are below it, because its code must be visible. */
function BelowCard({
  user,
  team,
  invite,
}: {
  user: User
  team: OwnTeam
  invite: InviteButtonProps
}) {
  const isOver = useEveningEnd() !== null
  return (
    <div className="flex min-w-0 flex-col gap-5">
      {team.is_captain && !isWithoutFriends(team) && !isOver && <InviteButton {...invite} />}
      {team.is_captain && <InviteList teamId={team.team_id} quiet />}
      <Scans user={user} />
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
      {!isOver && (
        <>
          {/* Before the end, a team without points has nothing to share. */}
          {team.points > 0 && <ShareButton team={team} variant="secondary" />}
          <NotificationOffer user={user} />
        </>
      )}
    </div>
  )
}

/**
 * Removes the offered team and the chosen way from the URL once the player has used them, so that
 * they don't reappear after the player leaves.
 */
function useClearedSearch({ team: ownTeam, pending_team }: User): void {
  const { team, way } = route.useSearch()
  const navigate = route.useNavigate()
  const isUsed =
    (ownTeam !== null && team !== undefined) ||
    ((ownTeam ?? pending_team) !== null && way !== undefined)
  const remaining = ownTeam === null ? team : undefined
  useEffect(() => {
    if (isUsed) void navigate({ search: { team: remaining }, replace: true })
  }, [isUsed, remaining, navigate])
}
