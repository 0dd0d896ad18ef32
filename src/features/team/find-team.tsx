import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { teamTexts } from '#i18n/team'
import { matchesSearch } from '#lib/matches-search'
import { queries } from '../../api/calls'
import { Panel } from '../../ui/panel'
import { QueryState } from '../../ui/query-state'
import { TextField } from '../../ui/text-field'
import { REFRESH_MS } from './refresh'
import { TeamToJoin } from './team-to-join'

/** Many more make a list that nobody scrolls: typing is quicker. */
const MOST_SHOWN = 30

/** All teams, to ask one of them for a place. */
export function FindTeam() {
  const [typed, setTyped] = useState('')
  const list = useQuery({ ...queries.listTeams(), refetchInterval: REFRESH_MS })
  return (
    <Panel title={teamTexts.findTitle}>
      <QueryState query={list} empty={({ teams }) => teams.length === 0} emptyText={teamTexts.noTeams}>
        {({ teams }) => {
          const found = teams.filter((team) => matchesSearch(team.team_name, typed))
          return (
            <div className="flex flex-col gap-4">
              <TextField
                label={teamTexts.searchLabel}
                placeholder={teamTexts.searchPlaceholder}
                type="search"
                autoComplete="off"
                value={typed}
                onChange={(event) => setTyped(event.target.value)}
              />
              <p role="status" className="text-soft empty:hidden">
                {found.length === 0 && teamTexts.noMatches}
              </p>
              {found.length > 0 && (
                <ul className="-my-2 flex flex-col divide-y divide-line">
                  {found.slice(0, MOST_SHOWN).map((team) => (
                    <li key={team.team_id} className="py-3">
                      <TeamToJoin team={team} />
                    </li>
                  ))}
                </ul>
              )}
              {found.length > MOST_SHOWN && <p className="text-sm text-soft">{teamTexts.moreTeams(found.length - MOST_SHOWN)}</p>}
            </div>
          )
        }}
      </QueryState>
    </Panel>
  )
}
