import { useMutation } from '@tanstack/react-query'
import { Hourglass } from 'lucide-react'
import { toast } from 'sonner'
import type { User } from '#contract/entities'
import { teamTexts } from '#i18n/team'
import { mutations } from '../../api/calls'
import { Button } from '../../ui/button'
import { Notice } from '../../ui/notice'
import { Panel } from '../../ui/panel'

interface PendingRequestProps {
  playerId: string
  team: NonNullable<User['pending_team']>
}

/** A request that the captain has not decided yet. */
export function PendingRequest({ playerId, team }: PendingRequestProps) {
  const withdraw = useMutation(mutations.rejectInvite)
  return (
    <Panel className="mx-auto max-w-xl">
      <Notice wholeScreen icon={<Hourglass />} title={teamTexts.pendingTitle(team.team_name)} text={teamTexts.pendingText}>
        <Button
          look="secondary"
          className="mt-2"
          busy={withdraw.isPending}
          onClick={() => withdraw.mutate({ player_id: playerId }, { onSuccess: () => void toast.success(teamTexts.withdrawn) })}
        >
          {teamTexts.withdraw}
        </Button>
      </Notice>
    </Panel>
  )
}
