import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { CallOutput } from '#contract/calls'
import { removePlayer } from '#contract/calls/team'
import type { User } from '#contract/entities'
import { teamTexts } from '#texts/team'
import { mutation } from '../../../api/calls'
import { setLeaving } from '../../../session/use-membership-news'
import { Button } from '../../../ui/button'
import { ConfirmDialog } from '../../../ui/confirm-dialog'
import { toast } from '../../../ui/toast'
import { leaveTeamBehind } from './leave-team-behind'
import { useTeamChange } from './use-team-change'

interface LeaveTeamProps {
  team: NonNullable<User['team']>
  ownId: string
  members: CallOutput<'listMembers'>['members']
}

/** The effect of leaving: a captain hands the team over, the last member disbands it. */
function consequence(team: LeaveTeamProps['team'], memberCount: number): string {
  if (memberCount === 1) return teamTexts.leaveLastText
  // Without a name: only the server knows who is blocked (rule 19).
  return team.is_captain ? teamTexts.leaveCaptainText : teamTexts.leaveText
}

/** Rule 5: leaves the team. */
export function LeaveTeam({ team, ownId, members }: LeaveTeamProps) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const leave = useTeamChange(mutation(removePlayer), {
    onAsked: () => setLeaving(true),
    onDone: () => {
      leaveTeamBehind(client, team.team_id, members.length === 1)
      toast.success(teamTexts.left(team.team_name))
      void navigate({ to: '/player', replace: true })
    },
    onFailed: () => setLeaving(false),
  })
  return (
    <ConfirmDialog
      trigger={
        <Button variant="secondary" className="w-full">
          {teamTexts.leave}
        </Button>
      }
      title={teamTexts.leaveTitle(team.team_name)}
      text={consequence(team, members.length)}
      confirm={teamTexts.leave}
      // The last member's leaving disbands the team.
      tone={members.length > 1 ? 'primary' : 'danger'}
      busy={leave.isPending}
      onConfirm={(close) => leave.mutate({ player_id: ownId }, { onSettled: close })}
    />
  )
}
