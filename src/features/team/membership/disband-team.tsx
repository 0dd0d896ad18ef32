import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { disbandTeam } from '#contract/calls/team'
import { teamNameKey } from '#rules/team-name'
import { teamTexts } from '#texts/team'
import { mutation } from '../../../api/calls'
import { hasCode } from '../../../api/errors'
import { setLeaving } from '../../../session/use-membership-news'
import { Button } from '../../../ui/button'
import { ConfirmDialog } from '../../../ui/confirm-dialog'
import { TextField } from '../../../ui/text-field'
import { toast } from '../../../ui/toast'
import { leaveTeamBehind } from './leave-team-behind'
import { useTeamChange } from './use-team-change'

/** Rule 6: the captain disbands the team, after typing its name as a confirmation. */
export function DisbandTeam({ teamId, teamName }: { teamId: string; teamName: string }) {
  const [typed, setTyped] = useState('')
  const client = useQueryClient()
  const navigate = useNavigate()
  const disband = useTeamChange(mutation(disbandTeam), {
    onAsked: () => setLeaving(true),
    onDone: () => {
      leaveTeamBehind(client, teamId, true)
      toast.success(teamTexts.disbanded(teamName))
      void navigate({ to: '/player', replace: true })
    },
    onFailed: () => setLeaving(false),
  })
  function type(name: string) {
    setTyped(name)
    disband.reset()
  }
  return (
    <ConfirmDialog
      trigger={
        <Button variant="quiet" className="-ml-2 px-2! text-danger!" onClick={() => type('')}>
          {teamTexts.disband}
        </Button>
      }
      title={teamTexts.disbandTitle(teamName)}
      text={teamTexts.disbandText}
      confirm={teamTexts.disband}
      ready={teamNameKey(typed) === teamNameKey(teamName)}
      busy={disband.isPending}
      onConfirm={(close) => disband.mutate({ team_name: typed }, { onSuccess: close })}
    >
      <TextField
        label={teamTexts.nameLabel}
        hint={teamTexts.disbandHint}
        autoComplete="off"
        value={typed}
        onChange={(event) => type(event.target.value)}
        fault={hasCode(disband.error, 'TEAM_NAME_MISMATCH') ? disband.error?.message : undefined}
      />
    </ConfirmDialog>
  )
}
