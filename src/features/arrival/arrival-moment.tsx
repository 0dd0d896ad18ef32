import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import type { User } from '#contract/entities'
import { DOT, dotted } from '#texts/nouns'
import { numeral, signed } from '#texts/numbers'
import { teamTexts } from '#texts/team'
import { topLayer } from '../../ui/toast'
import { type Arrival, sumOf } from './arrival'
import { arrivalText, extrasOf, listOf } from './arrival-row'
import { isRowShown } from './arrivals'
import { flyIntoPoints } from './flight'
import { Moment } from './moment'
import { TeamArt, useStars } from './team-art'

const SPARKS = 12
const ANGLES = Array.from({ length: SPARKS }, (_, index) => `${(360 / SPARKS) * index}deg`)

interface ArrivalMomentProps {
  team: NonNullable<User['team']>
  arrival: Arrival
  /** The team's points including the arrival. */
  points: number
}

/**
 * Shows arriving points large enough for a whole team around one phone: the star that lights up,
 * the sum, the reason, and the overtaken team.
 */
export function ArrivalMoment({ team, arrival, points }: ArrivalMomentProps): ReactNode {
  const stars = useStars()
  const [layer] = useState(topLayer)
  const sum = useRef<HTMLSpanElement>(null)
  const { awards } = arrival
  const hasSum = awards.length > 0
  useLayoutEffect(() => {
    const element = hasSum ? sum.current : null
    return () => {
      // Fly only if the moment ended by itself: a tap also ends the announcement in the row. The sum
      // has gone if its awards were voided meanwhile.
      if (element?.isConnected === true && isRowShown()) flyIntoPoints(element, layer)
    }
  }, [layer, hasSum])
  const extras = extrasOf(arrival)
  const { listed, more } = listOf(arrival)
  return (
    <Moment
      layer={layer}
      text={arrivalText(arrival, points)}
      className="gap-[2dvh] bg-sky/95 text-ink landscape:gap-8"
    >
      <TeamArt
        teamId={team.team_id}
        stars={stars}
        fresh={new Set(arrival.awards.map(({ vendor_id }) => vendor_id))}
        className="max-h-[34dvh] min-h-0 w-full max-w-md shrink landscape:w-1/2"
      />
      <span className="flex max-w-full min-w-0 flex-col items-center gap-[2dvh]">
        {hasSum && (
          <span
            ref={sum}
            className="relative flex min-w-[min(100%,22rem)] max-w-full flex-col items-center gap-2 rounded-card bg-accent px-6 pt-3 pb-5 text-on-accent shadow-[0_0_6rem_-1rem_var(--color-halo)] forced-colors:border"
          >
            <span className="pointer-events-none absolute inset-0 -z-1 motion-reduce:hidden">
              {ANGLES.map((rotate) => (
                <span
                  key={rotate}
                  style={{ rotate }}
                  className="absolute top-1/2 left-1/2 h-1 w-[60vmin] origin-left"
                >
                  <span className="block h-full w-[20vmin] animate-spark rounded-full bg-accent opacity-0" />
                </span>
              ))}
            </span>
            <span className="text-[clamp(5rem,min(30vw,24dvh),14rem)] leading-none font-bold tracking-tight tabular-nums">
              {signed(sumOf(arrival))}
            </span>
            <span className="text-2xl leading-none font-bold tabular-nums sm:text-4xl">
              {`${numeral(arrival.before)} → ${numeral(points)}`}
            </span>
            {listed.map(({ award_id, points: of, label, vendor_name }) => (
              <span
                key={award_id}
                className="text-xl leading-snug font-bold text-balance wrap-anywhere short:text-base short:leading-tight sm:text-3xl"
              >
                {dotted(awards.length === 1 ? null : signed(of), label)}
                {vendor_name !== null && (
                  <>
                    <span className="max-[24rem]:hidden">{DOT}</span>
                    {/* On a narrow phone the booth is on its own line, which needs no dot. */}
                    <span className="max-[24rem]:block">{vendor_name}</span>
                  </>
                )}
              </span>
            ))}
            {more > 0 && <span className="text-xl sm:text-3xl">{teamTexts.moreArrived(more)}</span>}
          </span>
        )}
        {(arrival.passed !== null || extras.length > 0) && (
          <span className="flex max-w-full flex-col gap-1 text-2xl leading-snug font-bold text-balance wrap-anywhere short:text-xl short:leading-tight sm:text-4xl">
            {arrival.passed !== null && (
              <span className="text-accent">{teamTexts.passed(arrival.passed)}</span>
            )}
            {extras.map((extra) => (
              <span key={extra} className="text-lg short:text-base sm:text-2xl">
                {extra}
              </span>
            ))}
          </span>
        )}
      </span>
    </Moment>
  )
}
