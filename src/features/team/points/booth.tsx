import { Hourglass, MapPin } from 'lucide-react'
import type { Cooldown, PointType, Vendor } from '#contract/entities'
import { awardTexts } from '#i18n/award'
import { teamTexts } from '#i18n/team'
import { formatRemaining } from '#lib/duration'

interface BoothProps {
  vendor: Vendor
  /** The team's running cooldowns; undefined while unknown. */
  pauses: readonly Cooldown[] | undefined
  /** Server time in ms. */
  now: number
}

function secondsLeft(pauses: readonly Cooldown[], vendor: Vendor, pointType: PointType, now: number): number {
  const pause = pauses.find((one) => one.vendor_id === vendor.vendor_id && one.point_type === pointType.point_type)
  return pause === undefined ? 0 : Math.max(0, Math.ceil((Date.parse(pause.available_at) - now) / 1000))
}

/** A booth's location, and what the team can win there now. */
export function Booth({ vendor, pauses, now }: BoothProps) {
  return (
    <li className="min-w-0">
      <h3 className="font-semibold">{vendor.name}</h3>
      {vendor.location !== '' && (
        <p className="mt-0.5 flex gap-1.5 text-sm text-soft">
          <MapPin aria-hidden className="mt-0.5 size-4 shrink-0" />
          {vendor.location}
        </p>
      )}
      {vendor.description !== '' && <p className="mt-1 max-w-prose text-sm text-soft">{vendor.description}</p>}
      {vendor.point_types.length === 0 ? (
        <p className="mt-2 text-sm text-soft">{teamTexts.noPointTypes}</p>
      ) : (
        <ul className="mt-2 flex flex-col divide-y divide-line rounded-control border border-line px-3">
          {vendor.point_types.map((pointType) => (
            <li key={pointType.point_type} className="flex items-center justify-between gap-3 py-2.5">
              <div className="min-w-0">
                <p className="font-medium">{pointType.label}</p>
                {pauses !== undefined && <PauseState seconds={secondsLeft(pauses, vendor, pointType, now)} />}
              </div>
              <p className="shrink-0 font-semibold tabular-nums">{teamTexts.signedPoints(pointType.points)}</p>
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}

function PauseState({ seconds }: { seconds: number }) {
  if (seconds === 0) return <p className="text-sm text-soft">{teamTexts.free}</p>
  return (
    <p className="flex items-center gap-1.5 text-sm font-medium text-warn tabular-nums">
      <Hourglass aria-hidden className="size-4 shrink-0" />
      {awardTexts.pause(formatRemaining(seconds))}
    </p>
  )
}
