import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { listMembers } from '#contract/calls/team'
import type { User } from '#contract/entities'
import { teamTexts } from '#texts/team'
import { query } from '../../../api/calls'
import { DisbandTeam } from './disband-team'
import { LeaveTeam } from './leave-team'

/** Leaving, which changes little for the team; and apart from it, for the captain, disbanding, which ends it. */
export function LeaveOrDisband({ team, ownId }: { team: NonNullable<User['team']>; ownId: string }) {
  const headingId = useId()
  const { data } = useQuery(query(listMembers, { team_id: team.team_id }))
  if (data === undefined) return null
  return (
    <div className="flex flex-col gap-5">
      <LeaveTeam team={team} ownId={ownId} members={data.members} />
      {team.is_captain && (
        <section aria-labelledby={headingId} className="border-t border-line pt-5">
          <h2 id={headingId} className="font-bold">
            {teamTexts.disbandSection}
          </h2>
          <p className="mt-1 mb-3 text-sm text-soft">{teamTexts.disbandHow}</p>
          <DisbandTeam teamId={team.team_id} teamName={team.team_name} />
        </section>
      )}
    </div>
  )
}
