import { useQuery } from '@tanstack/react-query'
import type { Team } from '#contract/entities'
import { teamTexts } from '#i18n/team'
import { queries } from '../../api/calls'

/** The team's name and its standing. The standing loads in the background, so that nobody waits for it. */
export function TeamHeading({ team }: { team: Pick<Team, 'team_id' | 'team_name'> }) {
  const { data } = useQuery(queries.listTeams())
  const standing = data?.teams.find(({ team_id }) => team_id === team.team_id)
  return (
    <div>
      <h1 className="text-3xl leading-tight font-bold">{team.team_name}</h1>
      <p className="mt-1 min-h-7 text-lg text-soft tabular-nums">{standing !== undefined && teamTexts.standing(standing)}</p>
    </div>
  )
}
