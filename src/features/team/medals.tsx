import { useQuery } from '@tanstack/react-query'
import { MEDALS, type Medal, type MedalProgress } from '#rules/medals'
import { medalTexts } from '#texts/medals'
import { teamPointsQuery } from '../../api/score-queries'
import { MEDAL_PATHS } from '../../game/medal-paths'
import { HEXAGON } from '../../game/team-marks'
import { classes } from '../../ui/classes'
import { Panel } from '../../ui/panel'

/** A medal: filled once earned, dashed before. Decorative: its name is next to it. */
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

/** The medals among `ids` that this version knows: a newer server may send others. */
export function earnedOf(ids: readonly string[] = []): readonly Medal[] {
  return MEDALS.filter((medal) => ids.includes(medal))
}

/** The team's medals (rule 20). Renders nothing while unknown. */
export function MedalsPanel() {
  const { medals: earned, medal_progress: progress } = useQuery(teamPointsQuery()).data ?? {}
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
      <ul
        // biome-ignore lint/a11y/noRedundantRoles: Safari ignores a list without markers.
        role="list"
        aria-label={medalTexts.title}
        className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,max(7rem,40%)),1fr))] gap-x-3 gap-y-5 max-[24rem]:grid-cols-1"
      >
        {earnedFirst.map((medal) => (
          <MedalItem
            key={medal}
            medal={medal}
            isEarned={isEarned(medal)}
            progress={progress?.find((one) => one.medal === medal)}
          />
        ))}
      </ul>
    </Panel>
  )
}

function MedalItem({
  medal,
  isEarned,
  progress,
}: {
  medal: Medal
  isEarned: boolean
  progress: MedalProgress | undefined
}) {
  const { name, how } = medalTexts.medals[medal]
  const state = isEarned ? medalTexts.earned : medalTexts.notYet
  const way =
    progress === undefined || isEarned
      ? undefined
      : medalTexts.progress[medal]?.(progress.done, progress.of)
  return (
    <li
      aria-label={`${name}, ${state}`}
      // On a narrow phone each medal has its own row: two columns would break "23 od 30 štandova".
      className="flex min-w-0 flex-col items-center gap-1 text-center max-[24rem]:flex-row max-[24rem]:flex-wrap max-[24rem]:gap-3 max-[24rem]:text-left"
    >
      <MedalHexagon medal={medal} isEarned={isEarned} className="size-16" />
      <div className="flex flex-col gap-1 max-[24rem]:min-w-32 max-[24rem]:flex-1 max-[24rem]:gap-0">
        <p className="leading-snug text-pretty">
          <span className={classes('font-semibold', !isEarned && 'text-soft')}>{name}</span>
          {way === undefined ? (
            <span className={isEarned ? 'text-accent' : 'text-soft'}>, {state}</span>
          ) : (
            // On its own line, without a visible dot.
            <span className="block text-soft tabular-nums">
              <span className="sr-only"> · </span>
              {way}
            </span>
          )}
        </p>
        <p className="text-sm text-soft max-[24rem]:text-pretty">{how}</p>
      </div>
    </li>
  )
}
