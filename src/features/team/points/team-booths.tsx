import { useQuery } from '@tanstack/react-query'
import type { PointType, Vendor } from '#contract/entities'
import { teamTexts } from '#i18n/team'
import { cooldownLeft } from '#lib/cooldown-left'
import { queries } from '../../../api/calls'
import { BoothList, type ShownPause } from '../../../ui/booth'
import { Panel } from '../../../ui/panel'
import { QueryState } from '../../../ui/query-state'
import { useNow } from '../../../ui/use-now'
import { REFRESH_MS } from '../refresh-interval'

/** All booths with their point types and this team's running cooldowns. */
export function TeamBooths({ teamId }: { teamId: string }) {
  const vendors = useQuery(queries.listVendors())
  const { data, isError } = useQuery({ ...queries.checkCooldown({ team_id: teamId }), refetchInterval: REFRESH_MS })
  const now = useNow()
  function pauseOf({ vendor_id }: Vendor, { point_type }: PointType): ShownPause {
    if (data === undefined) return { is: 'unknown' }
    const seconds = cooldownLeft(data.cooldowns, { vendor_id, point_type }, now)
    return seconds > 0 ? { is: 'running', seconds } : { is: 'over' }
  }
  return (
    <Panel
      title={teamTexts.boothsTitle}
      aside={vendors.data && <span className="text-soft">{teamTexts.booths(vendors.data.vendors.length)}</span>}
    >
      {data === undefined && isError && <p className="mb-3 text-warn">{teamTexts.pausesUnknown}</p>}
      <QueryState query={vendors} empty={({ vendors: all }) => all.length === 0} emptyText={teamTexts.noBooths}>
        {({ vendors: all }) => <BoothList booths={all} nameAs="h3" noOffersText={teamTexts.noPointTypes} pauseOf={pauseOf} />}
      </QueryState>
    </Panel>
  )
}
