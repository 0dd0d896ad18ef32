import { useQuery } from '@tanstack/react-query'
import { memo, useDeferredValue, useState } from 'react'
import type { Team } from '#contract/entities'
import { teamTexts } from '#i18n/team'
import { teamsNamedLike } from '#lib/team-search'
import { queries } from '../../api/calls'
import { Panel } from '../../ui/panel'
import { QueryState } from '../../ui/query-state'
import { TextField } from '../../ui/text-field'
import { REFRESH_MS } from './refresh'
import { TeamToJoin } from './team-to-join'

/** Limits the list: beyond this, searching is quicker than scrolling. */
const MOST_SHOWN = 30

/** All teams, with a search and a button to request a place. */
export function FindTeam() {
  const [typed, setTyped] = useState('')
  // Deferred, so that typing stays responsive while the list renders.
  const sought = useDeferredValue(typed)
  const list = useQuery({ ...queries.listTeams(), refetchInterval: REFRESH_MS })
  return (
    <Panel title={teamTexts.findTitle}>
      <QueryState query={list} empty={({ teams }) => teams.length === 0} emptyText={teamTexts.noTeams}>
        {({ teams }) => (
          <div className="flex flex-col gap-4">
            <TextField
              label={teamTexts.searchLabel}
              placeholder={teamTexts.searchPlaceholder}
              type="search"
              autoComplete="off"
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
            />
            <FoundTeams teams={teams} sought={sought} />
          </div>
        )}
      </QueryState>
    </Panel>
  )
}

/** Memoised, so that a keystroke alone doesn't render the list. */
const FoundTeams = memo(function FoundTeams({ teams, sought }: { teams: readonly Team[]; sought: string }) {
  const found = teamsNamedLike(teams, sought)
  return (
    <>
      <p role="status" className="text-soft empty:hidden">
        {found.length === 0 && teamTexts.noMatches}
      </p>
      {found.length > 0 && (
        <ul className="-my-2 flex flex-col divide-y divide-line">
          {found.slice(0, MOST_SHOWN).map((team) => (
            <FoundTeam key={team.team_id} team={team} />
          ))}
        </ul>
      )}
      {found.length > MOST_SHOWN && <p className="text-sm text-soft">{teamTexts.moreTeams(found.length - MOST_SHOWN)}</p>}
    </>
  )
})

/** Memoised, so that a keystroke renders only new rows. */
const FoundTeam = memo(function FoundTeam({ team }: { team: Team }) {
  return (
    <li className="py-3">
      <TeamToJoin team={team} />
    </li>
  )
})
