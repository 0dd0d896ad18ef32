import type { User } from '#contract/entities'
import { BoothList } from './booth-list'
import { InviteList } from './invite-list'
import { MemberList } from './member-list'
import { PointsHistory } from './points-history'
import { Ranking } from './ranking'
import { TeamFront } from './team-front'

interface TeamCardProps {
  user: User
  team: NonNullable<User['team']>
  wishToGo: (wished: boolean) => void
}

/** The card of a team with all its sections. */
export function TeamCard({ user, team, wishToGo }: TeamCardProps) {
  return (
    <div className="grid items-start gap-5 lg:grid-cols-[24rem_1fr]">
      <TeamFront team={team} />
      <div className="flex min-w-0 flex-col gap-5">
        {team.is_captain && <InviteList teamId={team.team_id} />}
        <BoothList teamId={team.team_id} />
        <PointsHistory />
        <Ranking ownTeamId={team.team_id} />
        <MemberList team={team} ownId={user.id} wishToGo={wishToGo} />
      </div>
    </div>
  )
}
