import { Hourglass, MapPin } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Cooldown, PointType, Vendor } from '#contract/entities'
import { cooldownLeft } from '#lib/cooldown-left'
import { formatDurationShort, formatRemaining } from '#lib/duration'
import { awardTexts } from '#texts/booth'
import { teamTexts } from '#texts/team'

/** What is shown about the cooldown of a point type. `seconds` 0 = it has none. */
export type ShownPause =
  /** Running for the viewer's team, with so many seconds left. */
  | { readonly is: 'running'; readonly seconds: number }
  /** The viewer's team can collect it now; so long is the cooldown after that. */
  | { readonly is: 'free'; readonly seconds: number }
  /** No team applies, or its cooldowns are unknown: how long the cooldown is after each award. */
  | { readonly is: 'length'; readonly seconds: number }

interface BoothDetailsProps {
  booth: Vendor
  noOffersText: string
  offersTitle?: ReactNode
  pauseOf: (pointType: PointType) => ShownPause
  /** Omitted where a row above already says it. */
  showLocation?: boolean
}

export function pauseLength({ cooldown_seconds: seconds }: PointType): ShownPause {
  return { is: 'length', seconds }
}

/** For the team whose cooldowns these are. `now` is the server's time (ms). */
export function pauseNow(
  cooldowns: readonly Cooldown[],
  { vendor_id }: Vendor,
  { point_type, cooldown_seconds }: PointType,
  now: number,
): ShownPause {
  const seconds = cooldownLeft(cooldowns, { vendor_id, point_type }, now)
  return seconds > 0 ? { is: 'running', seconds } : { is: 'free', seconds: cooldown_seconds }
}

export function BoothDetails({ booth, noOffersText, offersTitle, pauseOf, showLocation = true }: BoothDetailsProps) {
  return (
    <div className="flex flex-col gap-2 text-left">
      {showLocation && booth.location !== '' && (
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

/** What is said of a cooldown that is not running. */
function lengthText({ is, seconds }: ShownPause): string {
  const length = formatDurationShort(seconds)
  if (is === 'free') return seconds === 0 ? awardTexts.freeNowNoPause : awardTexts.freeNow(length)
  return seconds === 0 ? awardTexts.noPause : awardTexts.pauseOf(length)
}

function Pause({ pause }: { pause: ShownPause }) {
  if (pause.is !== 'running') return <span className="block text-sm text-soft tabular-nums">{lengthText(pause)}</span>
  return (
    <span className="flex items-center gap-1.5 text-sm font-medium text-balance text-warn tabular-nums">
      <Hourglass aria-hidden className="size-4 shrink-0" />
      {awardTexts.pause(formatRemaining(pause.seconds))}
    </span>
  )
}
