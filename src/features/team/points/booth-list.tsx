import { useQuery } from '@tanstack/react-query'
import { teamTexts } from '#i18n/team'
import { queries } from '../../../api/calls'
import { Panel } from '../../../ui/panel'
import { QueryState } from '../../../ui/query-state'
import { useNow } from '../../../ui/use-now'
import { REFRESH_MS } from '../refresh-interval'
import { Booth } from './booth'

/** All booths with their point types and this team's running cooldowns. */
export function BoothList({ teamId }: { teamId: string }) {
  const vendors = useQuery(queries.listVendors())
  const pauses = useQuery({ ...queries.checkCooldown({ team_id: teamId }), refetchInterval: REFRESH_MS })
  const now = useNow()
  return (
    <Panel
      title={teamTexts.boothsTitle}
      aside={vendors.data && <span className="text-soft">{teamTexts.booths(vendors.data.vendors.length)}</span>}
    >
      {pauses.data === undefined && pauses.isError && <p className="mb-3 text-warn">{teamTexts.pausesUnknown}</p>}
      <QueryState query={vendors} empty={(data) => data.vendors.length === 0} emptyText={teamTexts.noBooths}>
        {(data) => (
          <ul className="grid gap-x-5 gap-y-6 md:grid-cols-2">
            {data.vendors.map((vendor) => (
              <Booth key={vendor.vendor_id} vendor={vendor} pauses={pauses.data?.cooldowns} now={now} />
            ))}
          </ul>
        )}
      </QueryState>
    </Panel>
  )
}
