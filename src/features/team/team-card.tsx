import type { User } from '#contract/entities'
import { teamTexts } from '#i18n/team'
import { InviteList } from './invite-list'
import { MemberList } from './member-list'
import { PointsHistory } from './points-history'
import { Ranking } from './ranking'
import { TeamQr } from './team-qr'

interface TeamCardProps {
  user: User
  team: NonNullable<User['team']>
}

/** The card of a team: what it has, and what it shows at a booth. */
export function TeamCard({ user, team }: TeamCardProps) {
  return (
    <div className="grid items-start gap-5 lg:grid-cols-[24rem_1fr]">
      <article className="rounded-card border border-accent/60 bg-linear-160 from-raised to-surface p-5 shadow-[0_0_4rem_-1.5rem_var(--color-accent)] lg:sticky lg:top-22">
        <h1 className="text-2xl leading-tight font-bold">{team.team_name}</h1>
        <p className="mt-2 flex flex-wrap items-baseline justify-between gap-x-4">
          <span className="text-4xl font-bold text-accent tabular-nums">{teamTexts.points(team.points)}</span>
          <span className="text-lg text-soft">{teamTexts.rank(team.rank)}</span>
        </p>
        <TeamQr teamId={team.team_id} teamName={team.team_name} />
      </article>
      <div className="flex min-w-0 flex-col gap-5">
        {team.is_captain && <InviteList />}
        <PointsHistory />
        <MemberList teamId={team.team_id} ownId={user.id} />
        <Ranking ownTeamId={team.team_id} />
      </div>
    </div>
  )
}
