import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useId, useState } from 'react'
import type { Change } from '#contract/call'
import { disbandTeam, listMembers, removePlayer } from '#contract/calls/team'
import type { User } from '#contract/entities'
import { teamNameKey } from '#rules/team-name'
import { teamTexts } from '#texts/team'
import { hasCode } from '../../../api/errors'
import { teamsQuery } from '../../../api/merging-queries'
import { currentUserQuery, query } from '../../../api/queries'
import { Button } from '../../../ui/button'
import { ConfirmDialog } from '../../../ui/dialog'
import { TextField } from '../../../ui/text-field'
import { toast } from '../../../ui/toast'
import { useTeamChange } from './use-team-change'

type OwnTeam = NonNullable<User['team']>

/** Leaving, which changes little for the team; and apart from it, for the captain, disbanding, which ends it. */
export function LeaveOrDisband({ team, ownId }: { team: OwnTeam; ownId: string }) {
  const headingId = useId()
  const { data } = useQuery(query(listMembers, { team_id: team.team_id }))
  if (data === undefined) return null
  return (
    <div className="flex flex-col gap-5">
      <LeaveTeam team={team} ownId={ownId} memberCount={data.members.length} />
      {team.is_captain && (
        <section aria-labelledby={headingId} className="border-t border-line pt-5">
          <h2 id={headingId} className="font-bold">
            {teamTexts.disbandSection}
          </h2>
          <p className="mt-1 mb-3 text-sm text-soft">{teamTexts.disbandHow}</p>
          <DisbandTeam team={team} />
        </section>
      )}
    </div>
  )
}

/** A change that takes the player out of the team. Once confirmed, no screen may show the team until the server has been asked again (fault 62). */
function useLeaving<C extends Change>(change: C, teamId: string, isTeamEnded: boolean, doneText: string) {
  const client = useQueryClient()
  const navigate = useNavigate()
  return useTeamChange<C>(change, {
    leaves: true,
    onDone: () => {
      client.setQueryData(currentUserQuery().queryKey, (user) => (user == null ? user : { ...user, team: null }))
      if (isTeamEnded) {
        client.setQueryData(
          teamsQuery().queryKey,
          (list) => list && { ...list, teams: list.teams.filter(({ team_id }) => team_id !== teamId) },
        )
      }
      toast.success(doneText)
      void navigate({ to: '/player', replace: true })
    },
  })
}

/** The effect of leaving: a captain hands the team over, the last member disbands it. */
function consequence({ is_captain }: OwnTeam, memberCount: number): string {
  if (memberCount === 1) return teamTexts.leaveLastText
  // Without a name: only the server knows who is blocked (rule 19).
  return is_captain ? teamTexts.leaveCaptainText : teamTexts.leaveText
}

/** Rule 5: leaves the team. */
function LeaveTeam({ team, ownId, memberCount }: { team: OwnTeam; ownId: string; memberCount: number }) {
  const leave = useLeaving(removePlayer, team.team_id, memberCount === 1, teamTexts.left(team.team_name))
  return (
    <ConfirmDialog
      trigger={
        <Button variant="secondary" className="w-full">
          {teamTexts.leave}
        </Button>
      }
      title={teamTexts.leaveTitle(team.team_name)}
      text={consequence(team, memberCount)}
      confirm={teamTexts.leave}
      tone={memberCount > 1 ? 'primary' : 'danger'}
      busy={leave.isPending}
      onConfirm={(close) => leave.mutate({ player_id: ownId }, { onSettled: close })}
    />
  )
}

/** Rule 6: the captain disbands the team, after typing its name as a confirmation. */
function DisbandTeam({ team: { team_id, team_name } }: { team: OwnTeam }) {
  const [typed, setTyped] = useState('')
  const disband = useLeaving(disbandTeam, team_id, true, teamTexts.disbanded(team_name))
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
      title={teamTexts.disbandTitle(team_name)}
      text={teamTexts.disbandText}
      confirm={teamTexts.disband}
      ready={teamNameKey(typed) === teamNameKey(team_name)}
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
