import { UserRoundPlus } from 'lucide-react'
import type { User } from '#contract/entities'
import { teamTexts } from '#texts/team'
import { Button } from '../../../ui/button'
import { useLazyDialog } from '../../../ui/dialog'

const loadInvitation = async () => (await import('./invitation-dialog')).InvitationDialog

/** The captain's invitation, whose code is loaded on the first tap. Held by the screen: the button may go when somebody comes in. */
export function useInvitation(team: User['team']) {
  const { open, close, isLoading, Dialog } = useLazyDialog(loadInvitation, teamTexts.inviteNotLoaded)
  const dialog = team !== null && Dialog !== null && <Dialog team={team} onClose={close} />
  return { button: { busy: isLoading, onClick: open }, dialog }
}

export type InviteButtonProps = ReturnType<typeof useInvitation>['button']

export function InviteButton({ variant = 'secondary', ...props }: InviteButtonProps & { variant?: 'primary' | 'secondary' }) {
  return (
    <Button icon={UserRoundPlus} variant={variant} className="w-full" aria-haspopup="dialog" {...props}>
      {teamTexts.invite}
    </Button>
  )
}
