import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, Navigate } from '@tanstack/react-router'
import { Hourglass, UsersRound } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { joinTeam } from '#contract/calls/team'
import type { User } from '#contract/entities'
import { invitationTexts } from '#texts/invitation'
import { teamTexts } from '#texts/team'
import { hasCode } from '../../../api/errors'
import { currentUserQuery } from '../../../api/queries'
import { forgetInvitation, openedInvitation } from '../../../session/opened-invitation'
import { homeOf, isOrganiser, roleOf } from '../../../session/paths'
import { welcome } from '../../../session/use-membership-news'
import { buttonClasses } from '../../../ui/button'
import { whenVisible } from '../../../ui/device-screen'
import { LoadFailed, Notice } from '../../../ui/load-failed'
import { Logo } from '../../../ui/logo'
import { useTeamChange } from './use-team-change'

const route = getRouteApi('/auth/t/$team')

/** The screen of a captain's invitation, until who opened it is in the team or has read why not. */
export function InvitationPage() {
  const { team: team_id } = route.useParams()
  const { data: user } = useQuery(currentUserQuery())
  const [invitation] = useState(() => openedInvitation(team_id))
  // Used or declined.
  useEffect(() => forgetInvitation, [])
  if (user == null || invitation === null) return <Working />
  if (isOrganiser(user) || roleOf(user) === 'vendor') return <NotForStaff user={user} />
  return <Join user={user} {...invitation} />
}

function Join({ user, teamId: team_id, token }: { user: User; teamId: string; token: string }) {
  const { mutate, error, isPending, isIdle, isSuccess } = useTeamChange(joinTeam, { quiet: true })
  const { team: own } = user
  const join = () => mutate({ team_id, invite_token: token })

  const joinOnce = useEffectEvent(() => {
    if (isIdle && own === null) join()
  })
  // A hidden page may be a preview.
  useEffect(() => whenVisible(() => joinOnce()), [])

  if (isSuccess && own?.team_id === team_id) return <Joined teamName={own.team_name} />
  if (own !== null && !isPending) {
    const isHere = own.team_id === team_id
    return (
      <Told title={invitationTexts.alreadyHere(own.team_name)} text={isHere ? undefined : invitationTexts.leaveFirst}>
        <Link to={isHere ? '/player' : '/player/tim'} className={buttonClasses()}>
          {isHere ? invitationTexts.toCard : invitationTexts.toTeam}
        </Link>
      </Told>
    )
  }
  if (error !== null) return <NotJoined error={error} teamId={team_id} busy={isPending} onRetry={join} />
  return <Working />
}

/** The card welcomes the new member. */
function Joined({ teamName }: { teamName: string }) {
  useEffect(() => welcome.set(teamName), [teamName])
  return <Navigate to="/player" replace />
}

interface NotJoinedProps {
  error: Error
  teamId: string
  busy: boolean
  onRetry: () => void
}

function NotJoined({ error, teamId, busy, onRetry }: NotJoinedProps) {
  const others = (
    <Link to="/player" search={{ nacin: 'pridruzi' }} replace className={buttonClasses('secondary')}>
      {teamTexts.findTitle}
    </Link>
  )
  if (hasCode(error, 'INVITE_EXPIRED')) {
    return (
      <Told title={error.message} text={invitationTexts.expiredOr} icon={<Hourglass />}>
        <Link to="/player" search={{ team: teamId }} replace className={buttonClasses('secondary')}>
          {teamTexts.join}
        </Link>
      </Told>
    )
  }
  if (hasCode(error, 'TEAM_FULL'))
    return (
      <Told title={error.message} text={invitationTexts.full}>
        {others}
      </Told>
    )
  if (hasCode(error, 'TEAM_NOT_FOUND'))
    return (
      <Told title={error.message} text={invitationTexts.gone}>
        {others}
      </Told>
    )
  if (hasCode(error, 'BLOCKED')) return <Told title={error.message} />
  return <LoadFailed wholeScreen error={error} onRetry={onRetry} busy={busy} />
}

function NotForStaff({ user }: { user: User }) {
  return (
    <Told title={invitationTexts.forPlayers} text={isOrganiser(user) ? invitationTexts.asOrganiser : invitationTexts.asStaff}>
      <Link to={homeOf(user)} replace className={buttonClasses()}>
        {invitationTexts.toStart}
      </Link>
    </Told>
  )
}

interface ToldProps {
  title: string
  text?: string | undefined
  icon?: ReactNode
  children?: ReactNode
}

function Told({ icon = <UsersRound />, ...words }: ToldProps) {
  const { text, ...rest } = words
  return <Notice wholeScreen icon={icon} {...rest} {...(text !== undefined && { text })} />
}

function Working() {
  return (
    <div role="status" className="flex flex-col items-center gap-4 py-6 text-center">
      <Logo tracing className="size-20" />
      <p className="text-lg font-bold">{invitationTexts.joining}</p>
    </div>
  )
}
