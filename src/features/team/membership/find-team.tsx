import { useQuery } from '@tanstack/react-query'
import { memo } from 'react'
import type { Team } from '#contract/entities'
import { teamTexts } from '#i18n/team'
import { queries } from '../../../api/calls'
import { useRefreshInterval } from '../../../api/live-state'
import { TeamSearch } from '../../../ui/team-search'
import { TeamToJoin } from './team-to-join'

/** All teams, with a search and a button to request a place. */
export function FindTeam() {
  const list = useQuery({ ...queries.listTeams(), refetchInterval: useRefreshInterval() })
  return <TeamSearch list={list} emptyText={teamTexts.noTeams} limit={30} moreText={teamTexts.moreTeams} Row={JoinRow} />
}

const JoinRow = memo(function JoinRow({ team }: { team: Team }) {
  return (
    <li className="py-3 first:pt-1 last:pb-1">
      <TeamToJoin team={team} />
    </li>
  )
})
