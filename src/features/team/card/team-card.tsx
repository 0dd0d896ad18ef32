import type { User } from '#contract/entities'
import { InviteList } from '../membership/invite-list'
import { MemberList } from '../membership/member-list'
import { PointsHistory } from '../points/points-history'
import { TeamBooths } from '../points/team-booths'
import { Ranking } from '../ranking/ranking'
import { TeamFront } from './team-front'

interface TeamCardProps {
  user: User
  team: NonNullable<User['team']>
  setLeaving: (leaving: boolean) => void
}

/** The card of a team with all its sections. */
export function TeamCard({ user, team, setLeaving }: TeamCardProps) {
  return (
    <div className="grid items-start gap-5 lg:grid-cols-[24rem_1fr]">
      <TeamFront team={team} />
      <div className="flex min-w-0 flex-col gap-5">
        {team.is_captain && <InviteList teamId={team.team_id} />}
        <TeamBooths teamId={team.team_id} />
        <PointsHistory />
        <Ranking ownTeamId={team.team_id} />
        <MemberList team={team} ownId={user.id} setLeaving={setLeaving} />
      </div>
    </div>
  )
}
