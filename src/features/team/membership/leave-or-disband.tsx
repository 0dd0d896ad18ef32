import { useQuery } from '@tanstack/react-query'
import type { User } from '#contract/entities'
import { queries } from '../../../api/calls'
import { DisbandTeam } from './disband-team'
import { LeaveTeam } from './leave-team'

/** Leaving, which changes little for the team; and apart from it, for the captain, disbanding, which ends it. */
export function LeaveOrDisband({ team, ownId }: { team: NonNullable<User['team']>; ownId: string }) {
  const { data } = useQuery(queries.listMembers({ team_id: team.team_id }))
  if (data === undefined) return null
  return (
    <div className="flex flex-col gap-3">
      <LeaveTeam team={team} ownId={ownId} members={data.members} />
      {team.is_captain && <DisbandTeam teamName={team.team_name} />}
    </div>
  )
}
