import { useQuery } from '@tanstack/react-query'
import type { Award } from '#contract/entities'
import { awardTexts } from '#i18n/booth'
import { queries } from '../../api/calls'
import { useRefreshInterval } from '../../api/live-state'
import { Panel } from '../../ui/panel'
import { QueryState } from '../../ui/query-state'
import { useListWindow } from '../../ui/use-list-window'
import { useNow } from '../../ui/use-now'
import { BoothAward } from './booth-award'

/** Awards rendered at first, and added each time the end of the list comes near. */
const ROWS = 25
const MORE_ROWS = 50

/** The booth's awards, newest first, with an undo for recent ones. `newest` limits their number. */
export function BoothAwards({ newest = Number.POSITIVE_INFINITY }: { newest?: number }) {
  const awards = useQuery({ ...queries.listAwards(), refetchInterval: useRefreshInterval() })
  return (
    <Panel title={awardTexts.boothAwards}>
      <QueryState query={awards} empty={(data) => data.awards.length === 0} emptyText={awardTexts.boothAwardsEmpty}>
        {(data) => <Awards awards={data.awards.slice(0, newest)} />}
      </QueryState>
    </Panel>
  )
}

function Awards({ awards }: { awards: readonly Award[] }) {
  const now = useNow()
  const { shown, endRef } = useListWindow(awards.length, ROWS, MORE_ROWS)
  return (
    <>
      <ul className="flex flex-col divide-y divide-line">
        {awards.slice(0, shown).map((award) => (
          <BoothAward key={award.award_id} award={award} now={now} />
        ))}
      </ul>
      {shown < awards.length && <div ref={endRef} />}
    </>
  )
}
