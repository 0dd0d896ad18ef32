import { MEDALS } from '#rules/medals'
import { medalTexts } from '#texts/medals'
import { dotted } from '#texts/nouns'
import { teamTexts } from '#texts/team'
import { classes } from '../../ui/classes'
import { type Arrival, sumOf } from './arrival'

/** The number of an announcement's lines that fit into the row below the points. */
const LISTED = 3

/** The class names of announcements in the row below the points. */
export const LIME =
  'animate-arrive bg-accent font-bold text-on-accent tabular-nums shadow-lg motion-reduce:animate-none'

/** The awards with the most points first, because not all fit. */
const largestFirst = ({ awards }: Arrival) => awards.toSorted((a, b) => b.points - a.points)

/**
 * The awards that fit into `lines` lines. If some do not fit, the last line is left free for their
 * number, `more`.
 */
export function listOf(arrival: Arrival, lines = LISTED) {
  const awards = largestFirst(arrival)
  const listed = awards.slice(0, awards.length > lines ? lines - 1 : lines)
  return { listed, more: awards.length - listed.length }
}

/** The names of the earned medals. Skips medals of a newer server that this page does not know. */
const medalsOf = ({ medals }: Arrival) =>
  MEDALS.filter((medal) => medals.includes(medal)).map((medal) => medalTexts.medals[medal].name)

/** A gained place and earned medals. */
export const extrasOf = (arrival: Arrival): readonly string[] => [
  ...(arrival.place === null ? [] : [teamTexts.placeGained(arrival.place)]),
  ...medalsOf(arrival).map(teamTexts.medalEarned),
]

/** An arrival in the row below the points. Hidden from screen readers, which get `arrivalText`. */
export function ArrivalRow({ arrival }: { arrival: Arrival }) {
  const extras = extrasOf(arrival)
  const { listed, more } = listOf(arrival, extras.length > 0 ? LISTED - 1 : LISTED)
  const isAlone = arrival.awards.length === 1 && extras.length === 0
  return (
    <div
      aria-hidden
      data-passing
      className={`pointer-events-none absolute inset-x-0 bottom-0 flex min-h-full flex-col justify-center rounded-control px-3 py-1.5 text-left short:-bottom-1.5 short:py-1 ${LIME}`}
    >
      {listed.map(({ award_id, points, label, vendor_name }) => (
        <p key={award_id} className={isAlone ? 'text-lg leading-tight' : 'text-sm leading-4'}>
          {teamTexts.arrived(points, label, vendor_name)}
        </p>
      ))}
      {more > 0 && <p className="text-sm leading-4">{teamTexts.moreArrived(more)}</p>}
      {extras.length > 0 && (
        <p
          className={classes(
            'text-sm leading-4',
            arrival.awards.length > 1 && 'truncate max-[24rem]:text-xs max-[24rem]:tracking-tight',
          )}
        >
          {dotted(...extras)}
        </p>
      )}
    </div>
  )
}

/** The arrival as a text for screen readers. */
export function arrivalText(arrival: Arrival, total: number): string {
  const { place, passed } = arrival
  const awards = largestFirst(arrival)
  return [
    ...(awards.length > 0 ? [teamTexts.pointsArrived(sumOf(arrival), total)] : []),
    ...awards
      .slice(0, LISTED)
      .map(({ label, vendor_name }) => teamTexts.arrivedSpoken(label, vendor_name)),
    ...(awards.length > LISTED ? [`${teamTexts.moreArrived(awards.length - LISTED)}.`] : []),
    ...(place === null ? [] : [teamTexts.placeGainedSpoken(place)]),
    ...(passed === null ? [] : [teamTexts.passedSpoken(passed)]),
    ...medalsOf(arrival).map((name) => `${teamTexts.medalEarned(name)}.`),
  ].join(' ')
}
