import { teamTexts } from '#i18n/team'
import { mutations } from '../../api/calls'
import { Button } from '../../ui/button'
import { ConfirmDialog } from '../../ui/confirm-dialog'
import { toast } from '../../ui/toast'
import { useTeamChange } from './use-team-change'

/** Lets the captain remove a member. */
export function RemoveMember({ playerId, nickname }: { playerId: string; nickname: string }) {
  const remove = useTeamChange(mutations.removePlayer, {
    onDone: () => toast.success(teamTexts.removed(nickname)),
  })
  return (
    <ConfirmDialog
      trigger={
        <Button variant="secondary" className="px-4 text-sm" aria-label={teamTexts.removeNamed(nickname)}>
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
