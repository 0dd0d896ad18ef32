import { useQuery } from '@tanstack/react-query'
import type { User } from '#contract/entities'
import { teamTexts } from '#i18n/team'
import { queries } from '../../api/calls'
import { Panel } from '../../ui/panel'
import { QueryState } from '../../ui/query-state'
import { DisbandTeam } from './disband-team'
import { LeaveTeam } from './leave-team'
import { MemberRow } from './member-row'
import { REFRESH_MS } from './refresh'

interface MemberListProps {
  team: NonNullable<User['team']>
  ownId: string
  wishToGo: (wished: boolean) => void
}

/** The members, and the actions to leave or disband the team. */
export function MemberList({ team, ownId, wishToGo }: MemberListProps) {
  const list = useQuery({ ...queries.listMembers({ team_id: team.team_id }), refetchInterval: REFRESH_MS })
  return (
    <Panel
      title={teamTexts.membersTitle}
      aside={list.data && <span className="text-soft">{teamTexts.members(list.data.members.length)}</span>}
    >
      <QueryState query={list}>
        {({ members }) => (
          <>
            <ul className="flex flex-col divide-y divide-line">
              {members.map((member) => (
                <MemberRow
                  key={member.player_id}
                  member={member}
                  own={member.player_id === ownId}
                  mayRemove={team.is_captain && member.player_id !== ownId}
                />
              ))}
            </ul>
            <div className="mt-4 flex flex-wrap gap-2 border-t border-line pt-4">
              <LeaveTeam team={team} ownId={ownId} members={members} wishToGo={wishToGo} />
              {team.is_captain && <DisbandTeam teamName={team.team_name} wishToGo={wishToGo} />}
            </div>
          </>
        )}
      </QueryState>
    </Panel>
  )
}
