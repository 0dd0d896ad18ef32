import { useQuery } from '@tanstack/react-query'
import { Crown } from 'lucide-react'
import type { CallOutput } from '#contract/calls'
import { listMembers, removePlayer } from '#contract/calls/team'
import type { User } from '#contract/entities'
import { teamTexts } from '#texts/team'
import { useRefreshInterval } from '../../../api/live-state'
import { query } from '../../../api/queries'
import { Button } from '../../../ui/button'
import { classes } from '../../../ui/classes'
import { ConfirmDialog } from '../../../ui/dialog'
import { QueryState } from '../../../ui/loading'
import { Panel } from '../../../ui/panel'
import { toast } from '../../../ui/toast'
import { useTeamChange } from './use-team-change'

/** The members. The captain may remove others. */
export function MemberList({ team, ownId }: { team: NonNullable<User['team']>; ownId: string }) {
  const list = useQuery({ ...query(listMembers, { team_id: team.team_id }), refetchInterval: useRefreshInterval() })
  return (
    <Panel
      title={teamTexts.membersTitle}
      aside={list.data && <span className="text-soft">{teamTexts.members(list.data.members.length)}</span>}
    >
      <QueryState query={list}>
        {({ members }) => (
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
        )}
      </QueryState>
    </Panel>
  )
}

interface MemberRowProps {
  member: CallOutput<'listMembers'>['members'][number]
  own: boolean
  mayRemove: boolean
}

function MemberRow({ member, own, mayRemove }: MemberRowProps) {
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-3 first:pt-0 last:pb-0">
      <div className="min-w-0 flex-1 basis-32">
        <p className={classes('font-semibold', own && 'text-accent')}>
          {member.nickname}
          {own && <span className="font-normal text-soft"> ({teamTexts.ownself})</span>}
        </p>
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
      {mayRemove && <RemoveMember playerId={member.player_id} nickname={member.nickname} />}
    </li>
  )
}

function RemoveMember({ playerId, nickname }: { playerId: string; nickname: string }) {
  const remove = useTeamChange(removePlayer, {
    onDone: () => toast.success(teamTexts.removed(nickname)),
  })
  return (
    <ConfirmDialog
      trigger={
        <Button variant="quiet" className="-mr-2 px-2! text-sm" aria-label={teamTexts.removeNamed(nickname)}>
          {teamTexts.remove}
        </Button>
      }
      title={teamTexts.removeTitle(nickname)}
      text={teamTexts.removeText}
      confirm={teamTexts.remove}
      busy={remove.isPending}
      onConfirm={(close) => remove.mutate({ player_id: playerId }, { onSettled: close })}
    />
  )
}
