import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import { memo, useDeferredValue, useState } from 'react'
import type { Team } from '#contract/entities'
import { awardTexts } from '#i18n/award'
import { teamTexts } from '#i18n/team'
import { teamsNamedLike } from '#lib/team-search'
import { queries } from '../../api/calls'
import { Panel } from '../../ui/panel'
import { QueryState } from '../../ui/query-state'
import { TextField } from '../../ui/text-field'

/** More results would push the rest of the board off a phone's screen. */
const MOST_SHOWN = 6

/** Finds a team by name, for when its code can't be read. */
export function TeamFinder() {
  const [typed, setTyped] = useState('')
  // Deferred, so that typing stays responsive while the list renders.
  const sought = useDeferredValue(typed)
  const list = useQuery(queries.listTeams())
  return (
    <Panel title={awardTexts.findTeam}>
      <QueryState query={list} empty={({ teams }) => teams.length === 0} emptyText={awardTexts.noTeams}>
        {({ teams }) => (
          <div className="flex flex-col gap-4">
            <TextField
              label={awardTexts.searchLabel}
              placeholder={awardTexts.searchPlaceholder}
              type="search"
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
      <ul className="flex flex-col divide-y divide-line">
        {found.slice(0, MOST_SHOWN).map((team) => (
          <li key={team.team_id}>
            <Link
              to="/qr/$qrSlug"
              params={{ qrSlug: team.team_id }}
              className="flex min-h-14 items-center justify-between gap-3 rounded-control px-2 py-2 hover:bg-raised"
            >
              <span className="min-w-0">
                <span className="block font-semibold">{team.team_name}</span>
                <span className="block text-sm text-soft">
                  {teamTexts.rank(team.rank)} · {teamTexts.points(team.points)}
                </span>
              </span>
              <ChevronRight aria-hidden className="size-5 shrink-0 text-soft" />
            </Link>
          </li>
        ))}
      </ul>
      <p role="status" className="text-sm text-soft empty:hidden">
        {found.length === 0 && awardTexts.noMatches}
        {found.length > MOST_SHOWN && awardTexts.someShown(MOST_SHOWN, found.length)}
      </p>
    </>
  )
})
