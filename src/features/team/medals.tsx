import { useQuery } from '@tanstack/react-query'
import { MEDALS, type Medal } from '#rules/medals'
import { medalTexts } from '#texts/medals'
import { teamPointsQuery } from '../../api/score-queries'
import { HEXAGON } from '../../game/team-marks'
import { classes } from '../../ui/classes'
import { Panel } from '../../ui/panel'

/** Line drawings on 24 by 24, for the screen and for the picture that is shared. */
export const MEDAL_PATHS: Readonly<Record<Medal, string>> = {
  prvi: 'm11 4 1.8 5.2L18 11l-5.2 1.8L11 18l-1.8-5.2L4 11l5.2-1.8zM18.5 3v4M16.5 5h4M19 16v4M17 18h4',
  tri_hale: 'M3.5 20.5h17M5 20.5V12h4v8.5M10 20.5V7.5h4v13M15 20.5v-17h4v17',
  svi: 'M9 4.5a3.2 3.2 0 1 0 0 6.4 3.2 3.2 0 1 0 0-6.4zM3 20v-1.5A4.5 4.5 0 0 1 7.5 14h3a4.5 4.5 0 0 1 4.5 4.5V20M16 4.9a3.2 3.2 0 0 1 0 5.6M18 14.3a4.5 4.5 0 0 1 3 4.2V20',
  lovac: 'M7 4h10l4 6-9 10.5L3 10zM3 10h18M12 20.5 8 10l3-6M12 20.5 16 10l-3-6',
  maraton: 'M12 6a7.5 7.5 0 1 0 0 15 7.5 7.5 0 1 0 0-15zM9.5 2.5h5M12 9.5v4l2.5 2',
  nocna: 'M20 14A8.5 8.5 0 1 1 10 4a7 7 0 0 0 10 10zM17.5 3v5M15 5.5h5',
  krug: 'M12 3a9 9 0 1 0 0 18 9 9 0 1 0 0-18zM8 12.2l2.8 2.8 5.2-5.5',
}

/** A medal: filled once it is earned, dashed before. Its name is beside it. */
export function MedalHexagon({
  medal,
  isEarned,
  className,
}: {
  medal: Medal
  isEarned: boolean
  className: string
}) {
  return (
    <span aria-hidden className={classes('relative grid shrink-0 place-items-center', className)}>
      <svg viewBox="0 0 64 64" aria-hidden="true" className="absolute inset-0">
        <path
          d={HEXAGON}
          className={
            isEarned ? 'fill-accent stroke-accent forced-colors:fill-none' : 'fill-none stroke-edge'
          }
          strokeWidth="2.5"
          strokeLinejoin="round"
          strokeDasharray={isEarned ? undefined : '4 5'}
        />
      </svg>
      <svg
        viewBox="0 0 24 24"
        aria-hidden="true"
        className={classes('relative size-1/2', isEarned ? 'text-on-accent' : 'text-soft')}
      >
        <path
          d={MEDAL_PATHS[medal]}
          fill="none"
          stroke="currentColor"
          strokeWidth="2"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
    </span>
  )
}

/** The medals that this version knows: a newer server may send others. */
export function earnedOf(ids: readonly string[] = []): readonly Medal[] {
  return MEDALS.filter((medal) => ids.includes(medal))
}

/** The team's medals (rule 20). Nothing while they are unknown. */
export function MedalsPanel() {
  const earned = useQuery(teamPointsQuery()).data?.medals
  if (earned === undefined) return null
  const isEarned = (medal: Medal) => earned.includes(medal)
  const earnedFirst = MEDALS.toSorted(
    (one, other) => Number(isEarned(other)) - Number(isEarned(one)),
  )
  const count = MEDALS.filter(isEarned).length
  return (
    <Panel
      title={medalTexts.title}
      aside={<span className="text-soft">{medalTexts.count(count, MEDALS.length)}</span>}
    >
      {/* biome-ignore lint/a11y/noRedundantRoles: without markers Safari takes a list for none. */}
      <ul role="list" aria-label={medalTexts.title} className="grid grid-cols-2 gap-x-3 gap-y-5">
        {earnedFirst.map((medal) => (
          <MedalItem key={medal} medal={medal} isEarned={isEarned(medal)} />
        ))}
      </ul>
    </Panel>
  )
}

function MedalItem({ medal, isEarned }: { medal: Medal; isEarned: boolean }) {
  const { name, how } = medalTexts.medals[medal]
  const state = isEarned ? medalTexts.earned : medalTexts.notYet
  return (
    <li
      aria-label={`${name}, ${state}`}
      className="flex min-w-0 flex-col items-center gap-1 text-center"
    >
      <MedalHexagon medal={medal} isEarned={isEarned} className="size-16" />
      <p className="leading-snug text-pretty">
        <span className={classes('font-semibold', !isEarned && 'text-soft')}>{name}</span>
        <span className={isEarned ? 'text-accent' : 'text-soft'}>, {state}</span>
      </p>
      <p className="text-sm text-soft">{how}</p>
    </li>
  )
}
