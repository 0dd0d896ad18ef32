import { useQuery } from '@tanstack/react-query'
import { awardTexts } from '#i18n/booth'
import { queries } from '../../api/calls'
import { BoothRows } from '../../ui/booth-rows'
import { QueryState } from '../../ui/query-state'

/** All booths of the event, for visitors who ask the staff for the way. */
export function AllBooths({ ownVendorId }: { ownVendorId: string }) {
  const vendors = useQuery(queries.listVendors())
  return (
    <section aria-labelledby="all-booths">
      <h2 id="all-booths" className="mb-3 text-lg font-bold">
        {awardTexts.booths}
      </h2>
      <QueryState query={vendors} empty={({ vendors: all }) => all.length === 0} emptyText={awardTexts.boothsEmpty}>
        {({ vendors: all }) => <BoothRows booths={all} ownVendorId={ownVendorId} noOffersText={awardTexts.noOffers} />}
      </QueryState>
    </section>
  )
}
