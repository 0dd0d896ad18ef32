import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import { createTeam, joinTeam } from '#contract/calls/team'
import type { Nfc, User } from '#contract/entities'
import { scanTexts } from '#texts/scan'
import { teamTexts } from '#texts/team'
import { hasCode } from '../../api/errors'
import { teamsQuery } from '../../api/merging-queries'
import { currentUserQuery, mutation } from '../../api/queries'
import { TeamNameForm } from '../../session/team-name-form'
import { asksForEmblem } from '../../session/use-membership-news'
import { Button, buttonClasses } from '../../ui/button'
import { toast } from '../../ui/toast'

interface CreateTeamWithTagProps {
  nfcId: string
  pendingTeam: User['pending_team']
  onCreated: () => void
  onOutdated: () => void
}

/** Creates a team that owns the scanned tag, then opens its card. */
export function CreateTeamWithTag({ nfcId, pendingTeam, onCreated, onOutdated }: CreateTeamWithTagProps) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const create = useMutation(mutation(createTeam))

  async function goToCard(teamName: string) {
    onCreated()
    asksForEmblem.set(true)
    toast.success(teamTexts.created(teamName))
    // Otherwise the card would first render the player without a team. If this refetch fails, the card fetches again.
    await queryClient.refetchQueries({ queryKey: currentUserQuery().queryKey }, { cancelRefetch: false })
    await navigate({ to: '/player', replace: true })
  }
  const submit: ComponentProps<typeof TeamNameForm>['onFound'] = (team) => {
    create.mutate(
      { ...team, nfc_id: nfcId },
      {
        onSuccess: () => void goToCard(team.team_name),
        onError: (error) => {
          if (hasCode(error, 'TAG_TAKEN')) onOutdated()
          if (hasCode(error, 'ALREADY_IN_TEAM')) {
            void queryClient.invalidateQueries({ queryKey: currentUserQuery().queryKey })
          }
        },
      },
    )
  }

  return (
    <>
      <TeamNameForm error={create.error} busy={create.isPending || create.isSuccess} onFound={submit}>
        {pendingTeam !== null && <p className="text-warn">{scanTexts.freePending(pendingTeam.team_name)}</p>}
      </TeamNameForm>
      <div className="flex flex-wrap items-center justify-center gap-x-3 border-t border-line pt-3">
        <span className="text-soft">{scanTexts.orJoin}</span>
        <Link
          to="/player"
          search={{ nacin: 'pridruzi' }}
          className="inline-block py-3 font-semibold text-accent underline underline-offset-4"
        >
          {teamTexts.findTitle}
        </Link>
      </div>
    </>
  )
}

interface AskToJoinProps {
  team: NonNullable<Nfc['team']>
  onOutdated: () => void
}

/** Offers to request a place in a team. After the request the player's refreshed state changes the screen. */
export function AskToJoin({ team: { team_id, team_name }, onOutdated }: AskToJoinProps) {
  const queryClient = useQueryClient()
  const teams = useQuery(teamsQuery())
  const join = useMutation(mutation(joinTeam))
  const listed = teams.data?.teams.find((team) => team.team_id === team_id)

  function ask() {
    join.mutate(
      { team_id },
      {
        onSuccess: () => toast.success(teamTexts.pendingText),
        onError: (error) => {
          void queryClient.invalidateQueries({ queryKey: currentUserQuery().queryKey })
          if (hasCode(error, 'TEAM_NOT_FOUND')) onOutdated()
        },
      },
    )
  }
  return (
    <>
      {listed !== undefined && (
        <p className="text-soft">
          {teamTexts.members(listed.member_count)} · {teamTexts.standing(listed)}
        </p>
      )}
      {listed?.is_full === true ? (
        <>
          <p className="font-semibold text-warn">{teamTexts.full}</p>
          <Link to="/player" className={buttonClasses('secondary')}>
            {teamTexts.toJoining}
          </Link>
        </>
      ) : (
        <Button busy={join.isPending || join.isSuccess} aria-label={teamTexts.joinNamed(team_name)} onClick={ask}>
          {teamTexts.join}
        </Button>
      )}
    </>
  )
}
