import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Users } from 'lucide-react'
import type { User } from '#contract/entities'
import { teamTexts } from '#texts/team'
import { currentUserQuery } from '../../../api/queries'
import { buttonClasses } from '../../../ui/button'
import { Notice } from '../../../ui/load-failed'
import { LogoLoader } from '../../../ui/logo'
import { Panel, ScreenTitle } from '../../../ui/panel'
import { LazyVouchersPanel } from '../../outbox/lazy-vouchers'
import { MedalsPanel } from '../medals/medals-panel'
import { PointsHistory } from '../points/points-history'
import { EmblemPanel } from './emblem-choice'
import { InviteButton, useInvitation } from './invite-button'
import { InviteList } from './invite-list'
import { LeaveOrDisband } from './leave-team'
import { MemberList } from './member-list'
import { DepartureNotice } from './teamless-card'

/** The screen 'Tim': requests, members, the history of points, and the ways out of the team. */
export function TeamPage() {
  const { data: user } = useQuery(currentUserQuery())
  if (user === undefined || user === null) return <LogoLoader />
  const { team } = user
  if (team === null) return <NoTeam pending={user.pending_team !== null} />
  return (
    <>
      <ScreenTitle title={team.team_name} />
      <div className="grid items-start gap-5 md:grid-cols-2 md:grid-rows-[auto_1fr]">
        <div className="flex min-w-0 flex-col gap-5">
          {team.is_captain && <InviteList teamId={team.team_id} />}
          <MemberList team={team} ownId={user.id} />
          {team.is_captain && <Invite team={team} />}
          {team.is_captain && <EmblemPanel team={team} />}
        </div>
        <div className="flex min-w-0 flex-col gap-5 md:row-span-2">
          <LazyVouchersPanel userId={user.id} />
          <MedalsPanel />
          <PointsHistory />
        </div>
        <LeaveOrDisband team={team} ownId={user.id} />
      </div>
    </>
  )
}

function NoTeam({ pending }: { pending: boolean }) {
  return (
    <Panel className="mx-auto max-w-xl">
      <DepartureNotice />
      <Notice
        wholeScreen
        icon={<Users />}
        title={teamTexts.noTeamTitle}
        text={pending ? teamTexts.pendingText : teamTexts.noTeamText}
      >
        <Link to="/player" className={buttonClasses(pending ? 'secondary' : 'primary')}>
          {pending ? teamTexts.toRequest : teamTexts.toJoining}
        </Link>
      </Notice>
    </Panel>
  )
}

function Invite({ team }: { team: NonNullable<User['team']> }) {
  const { button, dialog } = useInvitation(team)
  return (
    <Panel title={teamTexts.inviteTitle}>
      <p className="mb-4 text-soft">{teamTexts.inviteHint}</p>
      <InviteButton {...button} />
      {dialog}
    </Panel>
  )
}
