import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { checkCooldown, listVendors } from '#contract/calls/booth'
import type { Vendor } from '#contract/entities'
import { teamTexts } from '#texts/team'
import { useRefreshInterval } from '../../api/live-state'
import { query } from '../../api/queries'
import { hasEnded, teamPointsQuery } from '../../api/score-queries'
import { BoothRows } from '../../game/booth-rows'
import type { OwnTeam } from '../../game/membership'
import { useUser } from '../../session/signed-in'
import { QueryState, Skeleton } from '../../ui/loading'
import { ScreenTitle } from '../../ui/panel'
import { useNow } from '../../ui/use-now'
import { starsOf } from '../arrival/team-art'

const route = getRouteApi('/signed-in/players/player/standovi')

/** The screen 'Štandovi': all booths, and what the player's team can collect there now. */
export function BoothsPage() {
  const user = useUser()
  const vendors = useQuery(query(listVendors, {}))
  return (
    <div className="mx-auto max-w-2xl">
      <ScreenTitle
        title={teamTexts.boothsTitle}
        aside={
          vendors.data && (
            <span className="text-soft">{teamTexts.booths(vendors.data.vendors.length)}</span>
          )
        }
      />
      <QueryState
        query={vendors}
        empty={({ vendors: all }) => all.length === 0}
        emptyText={teamTexts.noBooths}
      >
        {({ vendors: all }) =>
          user.team === null ? (
            <BoothRows booths={all} />
          ) : (
            <TeamBooths booths={all} team={user.team} />
          )
        }
      </QueryState>
    </div>
  )
}

/** True until the first response, or the first failure, of a query without stored data. */
const isFirstLoad = ({ data, failureCount }: UseQueryResult) =>
  data === undefined && failureCount === 0

function TeamBooths({ booths, team }: { booths: readonly Vendor[]; team: OwnTeam }) {
  const cooldowns = useQuery({
    ...query(checkCooldown, { team_id: team.team_id }),
    refetchInterval: useRefreshInterval(),
    // Refetch even if the card just did: here users check what is free now.
    refetchOnMount: 'always',
  })
  const points = useQuery(teamPointsQuery())
  const { booth: openedId } = route.useSearch()
  const now = useNow()
  // The order of the rows depends on cooldowns and points: rows shown earlier would move under the
  // finger.
  if (isFirstLoad(cooldowns) || isFirstLoad(points)) return <Skeleton />
  const { data, isError } = cooldowns
  const isOver = hasEnded(points.data, now)
  return (
    <>
      {data === undefined && isError && !isOver && (
        <p className="mb-3 text-warn">{teamTexts.cooldownsUnknown}</p>
      )}
      <BoothRows
        booths={booths}
        lit={starsOf(points.data, booths).lit}
        // After the event nothing can be collected, so no row says what is free.
        teamCooldowns={isOver ? undefined : data && { cooldowns: data.cooldowns, now }}
        openedId={openedId}
      />
    </>
  )
}
