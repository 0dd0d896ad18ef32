import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { MapPin } from 'lucide-react'
import type { Vendor } from '#contract/entities'
import { scanTexts } from '#i18n/scan'
import { queries } from '../../api/calls'
import { buttonClasses } from '../../ui/button'
import { PointOffers } from '../../ui/point-offers'
import { QueryState } from '../../ui/query-state'
import { useNow } from '../../ui/use-now'

const REFRESH_MS = 15_000

interface BoothDetailsProps {
  vendorId: string
  /** True for the booth of the person who scanned. */
  own: boolean
  /** The scanning player's team, whose cooldowns are shown; null without a team. */
  teamId: string | null
}

/** A booth's location, description and point types. */
export function BoothDetails({ vendorId, own, teamId }: BoothDetailsProps) {
  const vendors = useQuery(queries.listVendors())
  return (
    <>
      <QueryState query={vendors}>
        {(data) => {
          const booth = data.vendors.find((vendor) => vendor.vendor_id === vendorId)
          return booth === undefined ? null : <About booth={booth} teamId={teamId} />
        }}
      </QueryState>
      {own && <p className="font-semibold">{scanTexts.ownBooth}</p>}
      {own && (
        <Link to="/vendor" className={buttonClasses()}>
          {scanTexts.toBoard}
        </Link>
      )}
    </>
  )
}

function About({ booth, teamId }: { booth: Vendor; teamId: string | null }) {
  return (
    <div className="flex flex-col gap-4 text-left">
      {booth.location !== '' && (
        <p className="flex items-center gap-2 font-medium">
          <MapPin aria-hidden className="size-5 shrink-0 text-soft" />
          {booth.location}
        </p>
      )}
      {booth.description !== '' && <p className="text-pretty text-soft">{booth.description}</p>}
      {booth.point_types.length === 0 ? (
        <p className="text-soft">{scanTexts.boothGivesNothing}</p>
      ) : (
        <section className="flex flex-col gap-2">
          <h2 className="font-bold">{scanTexts.boothGives}</h2>
          {teamId === null ? <PointOffers pointTypes={booth.point_types} /> : <OffersToTeam booth={booth} teamId={teamId} />}
        </section>
      )}
    </div>
  )
}

/** Without data about cooldowns, shows the point types alone. */
function OffersToTeam({ booth, teamId }: { booth: Vendor; teamId: string }) {
  const now = useNow()
  const { data } = useQuery({ ...queries.checkCooldown({ team_id: teamId }), refetchInterval: REFRESH_MS })
  function secondsLeft(pointType: string): number {
    const running = data?.cooldowns.find((one) => one.vendor_id === booth.vendor_id && one.point_type === pointType)
    return running === undefined ? 0 : Math.max(0, Math.ceil((Date.parse(running.available_at) - now) / 1000))
  }
  return <PointOffers pointTypes={booth.point_types} secondsLeft={secondsLeft} />
}
