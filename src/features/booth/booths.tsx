import { useQuery } from '@tanstack/react-query'
import { MapPin } from 'lucide-react'
import type { Vendor } from '#contract/entities'
import { awardTexts } from '#i18n/award'
import { queries } from '../../api/calls'
import { Panel } from '../../ui/panel'
import { PointOffers } from '../../ui/point-offers'
import { QueryState } from '../../ui/query-state'

/** All booths of the event with their locations and point types. */
export function Booths({ ownVendorId }: { ownVendorId: string }) {
  const vendors = useQuery(queries.listVendors())
  return (
    <Panel title={awardTexts.booths}>
      <QueryState query={vendors} empty={(data) => data.vendors.length === 0} emptyText={awardTexts.boothsEmpty}>
        {(data) => (
          <ul className="grid gap-x-8 gap-y-6 md:grid-cols-2">
            {data.vendors.map((booth) => (
              <Booth key={booth.vendor_id} booth={booth} own={booth.vendor_id === ownVendorId} />
            ))}
          </ul>
        )}
      </QueryState>
    </Panel>
  )
}

function Booth({ booth, own }: { booth: Vendor; own: boolean }) {
  return (
    <li className="flex flex-col gap-2">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="text-lg font-bold">{booth.name}</span>
        {own && (
          <span className="rounded-full border border-accent px-2.5 py-0.5 text-sm font-semibold text-accent">
            {awardTexts.ownBooth}
          </span>
        )}
      </p>
      {booth.location !== '' && (
        <p className="flex items-center gap-2 text-sm">
          <MapPin aria-hidden className="size-4 shrink-0 text-soft" />
          {booth.location}
        </p>
      )}
      {booth.description !== '' && <p className="text-pretty text-soft">{booth.description}</p>}
      {booth.point_types.length === 0 ? (
        <p className="text-sm text-soft">{awardTexts.noOffers}</p>
      ) : (
        <PointOffers pointTypes={booth.point_types} />
      )}
    </li>
  )
}
