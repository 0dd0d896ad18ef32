import { Building2, CircleCheckBig, Gem, type LucideIcon, MoonStar, Sparkles, Timer, UsersRound } from 'lucide-react'
import { MEDALS, type Medal } from '#rules/medals'
import { classes } from '../../../ui/classes'
import { HEXAGON } from '../../../ui/team-marks'

const ICONS: Readonly<Record<Medal, LucideIcon>> = {
  prvi: Sparkles,
  tri_hale: Building2,
  svi: UsersRound,
  lovac: Gem,
  maraton: Timer,
  nocna: MoonStar,
  krug: CircleCheckBig,
}

interface MedalHexagonProps {
  medal: Medal
  isEarned: boolean
  className: string
}

/** A medal: filled once it is earned, dashed before. Its name stands beside it. */
export function MedalHexagon({ medal, isEarned, className }: MedalHexagonProps) {
  const Icon = ICONS[medal]
  return (
    <span aria-hidden className={classes('relative grid shrink-0 place-items-center', className)}>
      <svg viewBox="0 0 64 64" aria-hidden="true" className="absolute inset-0">
        <path
          d={HEXAGON}
          className={isEarned ? 'fill-accent stroke-accent forced-colors:fill-none' : 'fill-none stroke-edge'}
          strokeWidth="2.5"
          strokeLinejoin="round"
          strokeDasharray={isEarned ? undefined : '4 5'}
        />
      </svg>
      <Icon className={classes('relative size-1/2', isEarned ? 'text-on-accent' : 'text-soft')} />
    </span>
  )
}

/** Those that this version knows: a newer server may name others. */
export function earnedOf(ids: readonly string[] = []): readonly Medal[] {
  return MEDALS.filter((medal) => ids.includes(medal))
}
