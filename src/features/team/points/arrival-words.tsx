import { teamTexts } from '#texts/team'
import { medalName } from '../medals/medal-hexagon'
import { type Arrival, sumOf } from './arrival'

/** Lines that have room over the row below the points. */
const LISTED = 3

/** The ground of what is told in the row under the points. */
export const LIME = 'animate-arrive bg-accent font-bold text-on-accent tabular-nums shadow-lg motion-reduce:animate-none'

/** The greatest first: not all have room. */
const byPoints = ({ awards }: Arrival) => awards.toSorted((a, b) => b.points - a.points)

const namesOf = ({ medals }: Arrival) => medals.map(medalName).filter((name) => name !== null)

/** What has arrived, in words. They pass, and are read out by what `arrivalNews` says. */
export function ArrivalWords({ arrival }: { arrival: Arrival }) {
  const { place } = arrival
  const awards = byPoints(arrival)
  const extras = [...(place === null ? [] : [teamTexts.placeGained(place)]), ...namesOf(arrival).map(teamTexts.medalEarned)]
  const room = extras.length > 0 ? LISTED - 1 : LISTED
  const listed = awards.slice(0, awards.length > room ? room - 1 : room)
  const alone = awards.length === 1 && extras.length === 0
  return (
    <div
      aria-hidden
      data-passing
      className={`pointer-events-none absolute inset-x-0 bottom-0 flex min-h-full flex-col justify-center rounded-control px-3 py-1.5 text-left short:-bottom-1.5 short:py-1 ${LIME}`}
    >
      {listed.map(({ award_id, points, label, vendor_name }) => (
        <p key={award_id} className={alone ? 'text-lg leading-tight' : 'text-sm leading-4'}>
          {teamTexts.arrived(points, label, vendor_name)}
        </p>
      ))}
      {awards.length > listed.length && (
        <p className="text-sm leading-4">{teamTexts.moreArrived(awards.length - listed.length)}</p>
      )}
      {extras.length > 0 && (
        <p className={awards.length > 1 ? 'truncate text-sm leading-4' : 'text-sm leading-4'}>{extras.join(' · ')}</p>
      )}
    </div>
  )
}

/** The sum of several awards, beside the team's points. */
export function ArrivalSum({ arrival }: { arrival: Arrival }) {
  return (
    <p aria-hidden data-passing className={`absolute right-0 bottom-1 rounded-full px-3 py-1 text-xl ${LIME}`}>
      +{sumOf(arrival)}
    </p>
  )
}

/** The same for screen readers, once. */
export function arrivalNews(arrival: Arrival, total: number): string {
  const { place } = arrival
  const awards = byPoints(arrival)
  return [
    ...(awards.length > 0 ? [teamTexts.pointsArrived(sumOf(arrival), total)] : []),
    ...awards.slice(0, LISTED).map(({ label, vendor_name }) => teamTexts.arrivedSpoken(label, vendor_name)),
    ...(awards.length > LISTED ? [`${teamTexts.moreArrived(awards.length - LISTED)}.`] : []),
    ...(place === null ? [] : [teamTexts.placeGainedSpoken(place)]),
    ...namesOf(arrival).map((name) => `${teamTexts.medalEarned(name)}.`),
  ].join(' ')
}
