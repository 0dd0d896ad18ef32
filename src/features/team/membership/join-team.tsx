import { useQuery } from '@tanstack/react-query'
import { memo } from 'react'
import { joinTeam } from '#contract/calls/team'
import type { Team } from '#contract/entities'
import { teamTexts } from '#texts/team'
import { useRefreshInterval } from '../../../api/live-state'
import { teamsQuery } from '../../../api/merging-queries'
import { Button } from '../../../ui/button'
import { TeamSearch } from '../../../ui/team-search'
import { useTeamChange } from './use-team-change'

export function TeamToJoin({ team, variant = 'secondary' }: { team: Team; variant?: 'primary' | 'secondary' }) {
  const join = useTeamChange(joinTeam)
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
      <div className="min-w-0 flex-1 basis-36">
        <p className="font-semibold">{team.team_name}</p>
        <p className="text-sm text-soft">
          {teamTexts.members(team.member_count)} · {teamTexts.points(team.points)}
        </p>
      </div>
      {team.is_full ? (
        <p className="text-sm text-soft">{teamTexts.full}</p>
      ) : (
        <Button
          variant={variant}
          className="max-[25rem]:w-full"
          aria-label={teamTexts.joinNamed(team.team_name)}
          busy={join.isPending}
          onClick={() => join.mutate({ team_id: team.team_id })}
        >
          {teamTexts.join}
        </Button>
      )}
    </div>
  )
}

export function FindTeam() {
  const list = useQuery({ ...teamsQuery(), refetchInterval: useRefreshInterval() })
  return <TeamSearch list={list} emptyText={teamTexts.noTeams} limit={30} moreText={teamTexts.moreTeams} Row={JoinRow} focused />
}

const JoinRow = memo(function JoinRow({ team }: { team: Team }) {
  return (
    <li className="py-3 first:pt-1 last:pb-1">
      <TeamToJoin team={team} />
    </li>
  )
})
