import type { User } from '#contract/entities'
import { teamTexts } from '#i18n/team'
import { BoothList } from './booth-list'
import { InviteList } from './invite-list'
import { MemberList } from './member-list'
import { PointsHistory } from './points-history'
import { Ranking } from './ranking'
import { TeamQr } from './team-qr'

interface TeamCardProps {
  user: User
  team: NonNullable<User['team']>
  wishToGo: (wished: boolean) => void
}

/** The card of a team: what it has, and what it shows at a booth. */
export function TeamCard({ user, team, wishToGo }: TeamCardProps) {
  return (
    <div className="grid items-start gap-5 lg:grid-cols-[24rem_1fr]">
      <article className="min-w-0 rounded-card border border-accent/60 bg-linear-160 from-raised to-surface p-5 shadow-[0_0_4rem_-1.5rem_var(--color-accent)] lg:sticky lg:top-22">
        <h1 className="text-2xl leading-tight font-bold">{team.team_name}</h1>
        <div className="mt-3 flex flex-wrap items-end justify-between gap-x-4 gap-y-1">
          <p className="leading-none font-bold text-accent">
            <span className="text-5xl leading-none tabular-nums">{team.points}</span>{' '}
            <span className="text-xl">{teamTexts.pointsNoun(team.points)}</span>
          </p>
          <p className="text-soft">
            {teamTexts.rank(team.rank)} · {teamTexts.members(team.member_count)}
          </p>
        </div>
        <TeamQr teamId={team.team_id} teamName={team.team_name} />
      </article>
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
