import type { UseQueryResult } from '@tanstack/react-query'
import {
  type ComponentType,
  memo,
  type ReactNode,
  useDeferredValue,
  useEffect,
  useRef,
  useState,
} from 'react'
import type { Team } from '#contract/entities'
import { teamsNamedLike } from '#lib/names'
import { teamTexts } from '#texts/team'
import { QueryState, RowsSkeleton } from '../ui/loading'
import { Panel } from '../ui/panel'
import { SearchField } from '../ui/text-field'

interface FoundTeamsProps {
  /** Number of teams shown: beyond this, searching is quicker than scrolling. */
  limit: number
  /** A team's list item. Memoised by the caller, so that a keystroke renders only new rows. */
  Row: ComponentType<{ team: Team }>
}

interface TeamSearchProps extends FoundTeamsProps {
  list: UseQueryResult<{ teams: readonly Team[] }>
  emptyText: string
  /** The list before anything is typed; by default all teams. `teams` is null while unknown. */
  idle?: {
    readonly title: string
    readonly teams: readonly Team[] | null
    readonly emptyText: string
  }
  focused?: boolean
  /** Shown below the field while nothing is typed, and if there is no list. */
  belowField?: ReactNode
  /** Hides the list, because `belowField` may still change its height and would move the list. */
  isBelowFieldLoading?: boolean
}

export function TeamSearch({
  list,
  emptyText,
  idle,
  focused = false,
  belowField,
  isBelowFieldLoading = false,
  ...found
}: TeamSearchProps) {
  const [typed, setTyped] = useState('')
  // Deferred, so that typing stays responsive while the list renders.
  const searched = useDeferredValue(typed)
  const field = useRef<HTMLInputElement>(null)
  const isLoaded = list.data !== undefined
  useEffect(() => {
    if (focused && isLoaded) field.current?.focus()
  }, [focused, isLoaded])
  const isIdle = searched.trim() === ''
  const hasList = list.data === undefined ? !list.isError : list.data.teams.length > 0
  return (
    <Panel title={teamTexts.findTitle}>
      <div className="flex flex-col gap-4">
        {hasList && (
          <SearchField
            ref={field}
            label={teamTexts.searchLabel}
            placeholder={teamTexts.searchPlaceholder}
            value={typed}
            onChange={setTyped}
          />
        )}
        {(isIdle || !hasList) && belowField}
        {/* A list that failed to load says so at once. */}
        {(!isIdle || !isBelowFieldLoading || list.isLoadingError) && (
          <QueryState
            query={list}
            empty={({ teams }) => teams.length === 0}
            emptyText={emptyText}
            skeleton={<RowsSkeleton />}
          >
            {({ teams }) =>
              idle !== undefined && isIdle ? (
                <IdleTeams {...idle} Row={found.Row} />
              ) : (
                <FoundTeams teams={teams} searched={searched} {...found} />
              )
            }
          </QueryState>
        )}
      </div>
    </Panel>
  )
}

function IdleTeams({
  title,
  teams,
  emptyText,
  Row,
}: NonNullable<TeamSearchProps['idle']> & Pick<FoundTeamsProps, 'Row'>) {
  if (teams === null) return null
  if (teams.length === 0) return <p className="text-sm text-soft">{emptyText}</p>
  return (
    <div>
      {/* The margin is for the focus ring of the first row, which reaches over the row's edge. */}
      <h3 className="mb-1.5 text-sm font-semibold text-soft">{title}</h3>
      <ul className="flex flex-col divide-y divide-line">
        {teams.map((team) => (
          <Row key={team.team_id} team={team} />
        ))}
      </ul>
    </div>
  )
}

/** Memoised, so that a keystroke alone doesn't render the list. */
const FoundTeams = memo(function FoundTeams({
  teams,
  searched,
  limit,
  Row,
}: FoundTeamsProps & { teams: readonly Team[]; searched: string }) {
  const found = teamsNamedLike(teams, searched)
  return (
    <>
      {found.length > 0 && (
        <ul className="flex flex-col divide-y divide-line">
          {found.slice(0, limit).map((team) => (
            <Row key={team.team_id} team={team} />
          ))}
        </ul>
      )}
      <p role="status" className="text-sm text-soft empty:hidden">
        {found.length === 0 && teamTexts.noMatches}
        {found.length > limit && teamTexts.moreTeams(found.length - limit)}
      </p>
    </>
  )
})
