import { Building2, CircleCheckBig, Gem, type LucideIcon, MoonStar, Sparkles, Timer, TrendingUp, UsersRound } from 'lucide-react'
import type { Medal } from '#rules/medals'
import { classes } from '../../../ui/classes'

const ICONS: Readonly<Record<Medal, LucideIcon>> = {
  prvi: Sparkles,
  tri_hale: Building2,
  svi: UsersRound,
  lovac: Gem,
  maraton: Timer,
  nocna: MoonStar,
  krug: CircleCheckBig,
  uspon: TrendingUp,
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
          d="M32 3 57 17.5v29L32 61 7 46.5v-29z"
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
