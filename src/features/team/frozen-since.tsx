import { formatMoment } from '#lib/clock-time'
import { teamTexts } from '#texts/team'
import { classes } from '../../ui/classes'
import { Dotted } from '../../ui/panel'

interface FrozenSinceProps {
  readonly frozenAt: string
  /** Own points since the freeze, hidden from others for now. */
  readonly unrevealed?: number
  /** Points of all teams since the freeze; null if not disclosed. */
  readonly given?: number | null
  readonly className?: string
}

/** Explains why a frozen place does not change. */
export function FrozenSince({
  frozenAt,
  unrevealed = 0,
  given = null,
  className,
}: FrozenSinceProps) {
  const waiting = unrevealed > 0 ? [teamTexts.unrevealed(unrevealed)] : []
  return (
    <div
      data-frozen=""
      className={classes('relative text-sm leading-tight text-soft max-[24rem]:text-xs', className)}
    >
      <Dotted parts={[...teamTexts.frozenSince(formatMoment(Date.parse(frozenAt))), ...waiting]} />
      {/* On a short phone the team's code needs the space. */}
      {given !== null && <p className="short:hidden">{teamTexts.givenSinceFreeze(given)}</p>}
    </div>
  )
}
