import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Users } from 'lucide-react'
import { teamTexts } from '#texts/team'
import { currentUserQuery } from '../../../api/current-user-query'
import { buttonClasses } from '../../../ui/button'
import { LogoLoader } from '../../../ui/logo'
import { Notice } from '../../../ui/notice'
import { Panel, ScreenTitle } from '../../../ui/panel'
import { LazyVouchersPanel } from '../../kept-scans/lazy-vouchers'
import { MedalsPanel } from '../medals/medals-panel'
import { PointsHistory } from '../points/points-history'
import { DepartureNotice } from './departure-notice'
import { InviteList } from './invite-list'
import { LeaveOrDisband } from './leave-or-disband'
import { MemberList } from './member-list'
import { ShareTeam } from './share-team'

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
          <ShareTeam team={team} />
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
