import { useQuery } from '@tanstack/react-query'
import type { Team } from '#contract/entities'
import { teamTexts } from '#i18n/team'
import { queries } from '../../api/calls'
import { Panel } from '../../ui/panel'
import { QueryState } from '../../ui/query-state'
import { TeamToJoin } from './team-to-join'

/** The team whose QR code a player without a team has opened. */
export function OfferedTeam({ teamId }: { teamId: string }) {
  const list = useQuery(queries.listTeams())
  const find = (teams: readonly Team[]) => teams.find((team) => team.team_id === teamId)
  const isGone = list.data !== undefined && find(list.data.teams) === undefined
  return (
    <Panel title={isGone ? teamTexts.offeredGoneTitle : teamTexts.offeredTitle}>
      <QueryState query={list} empty={() => isGone} emptyText={teamTexts.offeredGone}>
        {({ teams }) => {
          const offered = find(teams)
          return offered !== undefined && <TeamToJoin team={offered} variant="primary" />
        }}
      </QueryState>
    </Panel>
  )
}
