import { Hourglass, MapPin } from 'lucide-react'
import type { ReactNode } from 'react'
import type { PointType, Vendor } from '#contract/entities'
import { awardTexts } from '#i18n/award'
import { teamTexts } from '#i18n/team'
import { formatDuration, formatRemaining } from '#lib/duration'

/** What is shown about the cooldown of a point type. */
export type ShownPause =
  /** `seconds` are left for the viewer's team. */
  | { readonly is: 'running'; readonly seconds: number }
  | { readonly is: 'over' }
  /** How long the cooldown is after each award. */
  | { readonly is: 'length'; readonly seconds: number }
  | { readonly is: 'unknown' }

interface BoothDetailsProps {
  booth: Vendor
  /** Shown for a booth without point types. */
  noOffersText: string
  /** Above the point types. */
  offersTitle?: ReactNode
  pauseOf?: ((pointType: PointType) => ShownPause) | undefined
}

export function pauseLength({ cooldown_seconds: seconds }: PointType): ShownPause {
  return seconds === 0 ? { is: 'over' } : { is: 'length', seconds }
}

/** Where a booth is, what it is, and what it gives. */
export function BoothDetails({ booth, noOffersText, offersTitle, pauseOf = pauseLength }: BoothDetailsProps) {
  return (
    <div className="flex flex-col gap-2 text-left">
      {booth.location !== '' && (
        <p className="flex gap-2 text-sm">
          <MapPin aria-hidden className="mt-0.5 size-4 shrink-0 text-soft" />
          {booth.location}
        </p>
      )}
      {booth.description !== '' && <p className="max-w-prose text-pretty text-soft">{booth.description}</p>}
      {booth.point_types.length === 0 ? (
        <p className="text-sm text-soft">{noOffersText}</p>
      ) : (
        <>
          {offersTitle}
          <ul className="flex flex-col gap-2">
            {booth.point_types.map((pointType) => (
              <li
                key={pointType.point_type}
                className="flex items-center justify-between gap-3 rounded-control bg-raised px-3 py-3 sm:px-4"
              >
                <span className="min-w-0">
                  <span className="block font-semibold">{pointType.label}</span>
                  <Pause pause={pauseOf(pointType)} />
                </span>
                <span className="font-bold whitespace-nowrap text-accent tabular-nums">
                  {teamTexts.signedPoints(pointType.points)}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}

function Pause({ pause }: { pause: ShownPause }) {
  switch (pause.is) {
    case 'unknown':
      return null
    case 'over':
      return <span className="block text-sm text-soft">{awardTexts.noPause}</span>
    case 'length':
      return <span className="block text-sm text-soft tabular-nums">{awardTexts.pauseOf(formatDuration(pause.seconds))}</span>
    case 'running':
      return (
        <span className="flex items-center gap-1.5 text-sm font-medium text-warn tabular-nums">
          <Hourglass aria-hidden className="size-4 shrink-0" />
          {awardTexts.pause(formatRemaining(pause.seconds))}
        </span>
      )
  }
}

interface BoothListProps extends Pick<BoothDetailsProps, 'noOffersText'> {
  booths: readonly Vendor[]
  /** Names are headings, except on a board: its title is the name of one of the booths. */
  nameAs: 'h3' | 'p'
  /** The viewer's own booth is marked. */
  ownVendorId?: string
  pauseOf?: (booth: Vendor, pointType: PointType) => ShownPause
}

/** Several booths, each with its name. */
export function BoothList({ booths, nameAs: Name, ownVendorId, noOffersText, pauseOf }: BoothListProps) {
  return (
    <ul className="grid gap-x-8 gap-y-6 md:grid-cols-2">
      {booths.map((booth) => (
        <li key={booth.vendor_id} className="flex min-w-0 flex-col gap-2">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <Name className="min-w-0 text-lg font-bold">{booth.name}</Name>
            {booth.vendor_id === ownVendorId && (
              <span className="rounded-full border border-accent px-2.5 py-0.5 text-sm font-semibold text-accent">
                {awardTexts.ownBooth}
              </span>
            )}
          </div>
          <BoothDetails
            booth={booth}
            noOffersText={noOffersText}
            pauseOf={pauseOf && ((pointType) => pauseOf(booth, pointType))}
          />
        </li>
      ))}
    </ul>
  )
}
