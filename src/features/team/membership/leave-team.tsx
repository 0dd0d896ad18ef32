import { useNavigate } from '@tanstack/react-router'
import type { CallOutput } from '#contract/calls'
import type { User } from '#contract/entities'
import { teamTexts } from '#i18n/team'
import { nextCaptain } from '#rules/membership'
import { mutations } from '../../../api/calls'
import { setLeaving } from '../../../session/use-membership-news'
import { Button } from '../../../ui/button'
import { ConfirmDialog } from '../../../ui/confirm-dialog'
import { toast } from '../../../ui/toast'
import { useTeamChange } from './use-team-change'

interface LeaveTeamProps {
  team: NonNullable<User['team']>
  ownId: string
  members: CallOutput<'listMembers'>['members']
}

/** The effect of leaving: a captain hands the team over, the last member disbands it. */
function consequence(team: LeaveTeamProps['team'], ownId: string, members: CallOutput<'listMembers'>['members']): string {
  const others = members.filter((member) => member.player_id !== ownId)
  if (others.length === 0) return teamTexts.leaveLastText
  if (!team.is_captain) return teamTexts.leaveText
  const captainId = nextCaptain(others.map((member) => ({ playerId: member.player_id, joinedAt: Date.parse(member.joined_at) })))
  const captain = others.find((member) => member.player_id === captainId)
  return teamTexts.leaveCaptainText(captain?.nickname ?? '')
}

/** Rule 5: leaves the team. */
export function LeaveTeam({ team, ownId, members }: LeaveTeamProps) {
  const navigate = useNavigate()
  const leave = useTeamChange(mutations.removePlayer, {
    onAsked: () => setLeaving(true),
    onDone: () => {
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
      text={consequence(team, ownId, members)}
      confirm={teamTexts.leave}
      // The last member's leaving disbands the team.
      tone={members.length > 1 ? 'primary' : 'danger'}
      busy={leave.isPending}
      onConfirm={(close) => leave.mutate({ player_id: ownId }, { onSettled: close })}
    />
  )
}
