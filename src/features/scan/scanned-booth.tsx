import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { QrCode } from 'lucide-react'
import { checkCooldown, listVendors } from '#contract/calls/booth'
import type { Vendor } from '#contract/entities'
import { scanTexts } from '#texts/scan'
import { teamTexts } from '#texts/team'
import { useRefreshInterval } from '../../api/live-state'
import { query } from '../../api/queries'
import { BoothDetails, pauseLength, pauseNow } from '../../ui/booth'
import { buttonClasses } from '../../ui/button'
import { QueryState } from '../../ui/loading'
import { useNow } from '../../ui/use-now'
import { ToBoard, ToCard } from './scan-frame'

interface ScannedBoothProps {
  vendorId: string
  viewer: 'player' | 'own-staff' | 'other-staff'
  /** The scanning player's team, whose cooldowns are shown; null without a team. */
  teamId: string | null
}

export function ScannedBooth({ vendorId, viewer, teamId }: ScannedBoothProps) {
  const vendors = useQuery(query(listVendors, {}))
  return (
    <>
      {viewer === 'player' && teamId !== null && (
        <Link to="/player" className={buttonClasses()}>
          <QrCode aria-hidden className="size-5" />
          {teamTexts.showQr}
        </Link>
      )}
      <QueryState query={vendors}>
        {(data) => {
          const booth = data.vendors.find((vendor) => vendor.vendor_id === vendorId)
          return booth && <About booth={booth} teamId={teamId} />
        }}
      </QueryState>
      {viewer === 'own-staff' && <p className="font-semibold">{scanTexts.ownBooth}</p>}
      {viewer === 'player' ? (
        <>
          {teamId === null && <ToCard />}
          <Link to="/player/standovi" className={buttonClasses('secondary')}>
            {scanTexts.toBooths}
          </Link>
        </>
      ) : (
        <ToBoard />
      )}
    </>
  )
}

/** Without a team, and until its cooldowns are known, shows how long they are. */
function About({ booth, teamId }: { booth: Vendor; teamId: string | null }) {
  const now = useNow()
  const asked = query(checkCooldown, { team_id: teamId ?? '' })
  const { data } = useQuery({ ...asked, enabled: teamId !== null, refetchInterval: useRefreshInterval() })
  return (
    <BoothDetails
      booth={booth}
      noOffersText={teamTexts.noPointTypes}
      offersTitle={<h2 className="mt-2 font-bold">{scanTexts.boothGives}</h2>}
      pauseOf={(pointType) => (data ? pauseNow(data.cooldowns, booth, pointType, now) : pauseLength(pointType))}
    />
  )
}
