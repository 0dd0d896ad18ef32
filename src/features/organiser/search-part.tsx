import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { listVendors } from '#contract/calls/booth'
import { find } from '#contract/calls/organiser'
import { organiserTexts } from '#texts/organiser'
import { teamTexts } from '#texts/team'
import { query } from '../../api/queries'
import { Button } from '../../ui/button'
import { QueryState } from '../../ui/loading'
import { Panel } from '../../ui/panel'
import { SearchField } from '../../ui/text-field'
import { organiserQuery } from './organiser-calls'
import { FoundBy, PersonRow } from './person-row'

/** A search starts with so many characters. */
export const SHORTEST = 2
/** A search starts once nothing has been typed for this long (ms). */
const PAUSE_MS = 250

/** The value once it has stopped changing. */
export function useSettled(value: string): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}

/** Finds people and teams by anything that somebody at the help desk says. */
export function SearchPart({ onTeam }: { onTeam: (teamId: string) => void }) {
  const field = useRef<HTMLInputElement>(null)
  // Whoever opens the search is about to type.
  useEffect(() => field.current?.focus({ preventScroll: true }), [])
  const [typed, setTyped] = useState('')
  const wanted = useSettled(typed.trim())
  const enabled = wanted.length >= SHORTEST
  const found = useQuery({ ...organiserQuery(find, { query: wanted }), enabled, placeholderData: keepPreviousData })
  const vendors = useQuery(query(listVendors, {})).data?.vendors
  const boothName = (id: string) => vendors?.find(({ vendor_id }) => vendor_id === id)?.name ?? id
  return (
    <div className="flex flex-col gap-5">
      <SearchField
        label={organiserTexts.search}
        placeholder={organiserTexts.searchPlaceholder}
        value={typed}
        onChange={setTyped}
        ref={field}
      />
      {!enabled && <p className="text-soft">{organiserTexts.searchHint}</p>}
      {enabled && (
        <QueryState
          query={found}
          empty={({ people, teams }) => people.length + teams.length === 0}
          emptyText={organiserTexts.nothingFound}
        >
          {({ people, teams }) => (
            <div className="grid items-start gap-5 lg:grid-cols-2">
              {people.length > 0 && (
                <Panel title={organiserTexts.people(people.length)}>
                  <ul>
                    {people.map((person) => (
                      <PersonRow key={person.user_id} person={person} boothName={boothName} onTeam={onTeam} />
                    ))}
                  </ul>
                </Panel>
              )}
              {teams.length > 0 && (
                <Panel title={organiserTexts.teamsFound(teams.length)}>
                  <ul className="flex flex-col gap-2">
                    {teams.map(({ team_id, team_name, points, hidden, found_by }) => (
                      <li key={team_id}>
                        <Button variant="secondary" className="w-full wrap-anywhere" onClick={() => onTeam(team_id)}>
                          {[team_name, teamTexts.points(points), ...(hidden ? [organiserTexts.hidden] : [])].join(' · ')}
                        </Button>
                        <FoundBy why={found_by} />
                      </li>
                    ))}
                  </ul>
                </Panel>
              )}
            </div>
          )}
        </QueryState>
      )}
    </div>
  )
}
