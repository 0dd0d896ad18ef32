import { useQuery } from '@tanstack/react-query'
import { MEDALS, type Medal } from '#rules/medals'
import { medalTexts } from '#texts/medals'
import { teamPointsQuery } from '../../../api/merging-queries'
import { classes } from '../../../ui/classes'
import { Panel } from '../../../ui/panel'
import { MedalHexagon } from './medal-hexagon'

/** The team's medals (rule 20). Nothing while they are unknown. */
export function MedalsPanel() {
  const earned = useQuery(teamPointsQuery()).data?.medals
  if (earned === undefined) return null
  const isEarned = (medal: Medal) => earned.includes(medal)
  const earnedFirst = MEDALS.toSorted((one, other) => Number(isEarned(other)) - Number(isEarned(one)))
  const count = MEDALS.filter(isEarned).length
  return (
    <Panel title={medalTexts.title} aside={<span className="text-soft">{medalTexts.count(count, MEDALS.length)}</span>}>
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
    <li aria-label={`${name}, ${state}`} className="flex min-w-0 flex-col items-center gap-1 text-center">
      <MedalHexagon medal={medal} isEarned={isEarned} className="size-16" />
      <p className="leading-snug text-pretty">
        <span className={classes('font-semibold', !isEarned && 'text-soft')}>{name}</span>
        <span className={isEarned ? 'text-accent' : 'text-soft'}>, {state}</span>
      </p>
      <p className="text-sm text-soft">{how}</p>
    </li>
  )
}
