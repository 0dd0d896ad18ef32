import { useQuery } from '@tanstack/react-query'
import { Crown } from 'lucide-react'
import { teamTexts } from '#i18n/team'
import { queries } from '../../api/calls'
import { Panel } from '../../ui/panel'
import { QueryState } from '../../ui/query-state'
import { REFRESH_MS } from './refresh'

export function MemberList({ teamId, ownId }: { teamId: string; ownId: string }) {
  const list = useQuery({ ...queries.listMembers({ team_id: teamId }), refetchInterval: REFRESH_MS })
  return (
    <Panel
      title={teamTexts.membersTitle}
      aside={list.data && <span className="text-soft">{teamTexts.members(list.data.members.length)}</span>}
    >
      <QueryState query={list}>
        {({ members }) => (
          <ul className="flex flex-col divide-y divide-line">
            {members.map((member) => (
              <li key={member.player_id} className="flex items-center justify-between gap-3 py-3 first:pt-0 last:pb-0">
                <div className="min-w-0">
                  <p className={member.player_id === ownId ? 'font-bold text-accent' : 'font-semibold'}>{member.nickname}</p>
                  <p className="text-sm text-soft">
                    {member.first_name} {member.last_name}
                  </p>
                </div>
                {member.is_captain && (
                  <span className="flex items-center gap-1.5 text-sm text-soft">
                    <Crown aria-hidden className="size-4 text-warn" />
                    {teamTexts.captain}
                  </span>
                )}
              </li>
            ))}
          </ul>
        )}
      </QueryState>
    </Panel>
  )
}
