import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Team } from '#contract/entities'
import { teamTexts } from '#i18n/team'
import { matchesSearch } from '#lib/matches-search'
import { mutations, queries } from '../../api/calls'
import { Button } from '../../ui/button'
import { Panel } from '../../ui/panel'
import { QueryState } from '../../ui/query-state'
import { TextField } from '../../ui/text-field'

/** Many more make a list that nobody scrolls: typing is quicker. */
const MOST_SHOWN = 30

/** All teams, to ask one of them for a place. */
export function FindTeam({ offeredTeamId }: { offeredTeamId: string | undefined }) {
  const [typed, setTyped] = useState('')
  const list = useQuery(queries.listTeams())
  const join = useMutation(mutations.joinTeam)
  const ask = (team: Team) => join.mutate({ team_id: team.team_id })

  return (
    <Panel title={teamTexts.findTitle}>
      <QueryState query={list} empty={({ teams }) => teams.length === 0} emptyText={teamTexts.noTeams}>
        {({ teams }) => {
          const offered = teams.find((team) => team.team_id === offeredTeamId)
          const found = teams.filter((team) => matchesSearch(team.team_name, typed))
          return (
            <div className="flex flex-col gap-4">
              {offered !== undefined && (
                <div className="rounded-control border border-accent p-3">
                  <p className="mb-1 text-sm text-soft">{teamTexts.offeredTitle}</p>
                  <TeamRow team={offered} busy={join.isPending} onAsk={ask} />
                </div>
              )}
              <TextField
                label={teamTexts.searchLabel}
                placeholder={teamTexts.searchPlaceholder}
                type="search"
                value={typed}
                onChange={(event) => setTyped(event.target.value)}
              />
              {found.length === 0 && (
                <p role="status" className="text-soft">
                  {teamTexts.noMatches}
                </p>
              )}
              <ul className="flex flex-col divide-y divide-line">
                {found.slice(0, MOST_SHOWN).map((team) => (
                  <li key={team.team_id} className="py-2">
                    <TeamRow team={team} busy={join.isPending} onAsk={ask} />
                  </li>
                ))}
              </ul>
            </div>
          )
        }}
      </QueryState>
    </Panel>
  )
}

function TeamRow({ team, busy, onAsk }: { team: Team; busy: boolean; onAsk: (team: Team) => void }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
      <div className="min-w-0 flex-1 basis-36">
        <p className="font-semibold">{team.team_name}</p>
        <p className="text-sm text-soft">
          {teamTexts.members(team.member_count)} · {teamTexts.points(team.points)}
        </p>
      </div>
      {team.is_full ? (
        <p className="text-sm text-soft">{teamTexts.full}</p>
      ) : (
        <Button look="secondary" aria-label={teamTexts.joinNamed(team.team_name)} disabled={busy} onClick={() => onAsk(team)}>
          {teamTexts.join}
        </Button>
      )}
    </div>
  )
}
