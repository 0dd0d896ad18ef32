import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { joinTeam } from '#contract/calls/team'
import type { Nfc } from '#contract/entities'
import { scanTexts } from '#texts/scan'
import { teamTexts } from '#texts/team'
import { mutation } from '../../api/calls'
import { currentUserQuery } from '../../api/current-user-query'
import { hasCode } from '../../api/errors'
import { teamsQuery } from '../../api/merging-queries'
import { Button, buttonClasses } from '../../ui/button'
import { toast } from '../../ui/toast'

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
            {scanTexts.toTeams}
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
