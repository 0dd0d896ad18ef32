import { useQuery } from '@tanstack/react-query'
import { awardTexts } from '#i18n/award'
import { queries } from '../../api/calls'
import { BoothList } from '../../ui/booth'
import { Panel } from '../../ui/panel'
import { QueryState } from '../../ui/query-state'

/** All booths of the event, with the length of each cooldown. */
export function AllBooths({ ownVendorId }: { ownVendorId: string }) {
  const vendors = useQuery(queries.listVendors())
  return (
    <Panel title={awardTexts.booths}>
      <QueryState query={vendors} empty={({ vendors: all }) => all.length === 0} emptyText={awardTexts.boothsEmpty}>
        {({ vendors: all }) => <BoothList booths={all} nameAs="p" ownVendorId={ownVendorId} noOffersText={awardTexts.noOffers} />}
      </QueryState>
    </Panel>
  )
}
