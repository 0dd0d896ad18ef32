import { useQuery } from '@tanstack/react-query'
import { teamTexts } from '#i18n/team'
import { queries } from '../../api/calls'
import { AwardList } from '../../ui/award-list'
import { Panel } from '../../ui/panel'
import { QueryState } from '../../ui/query-state'
import { REFRESH_MS } from './refresh'

/** Every award the team got, newest first. */
export function PointsHistory() {
  const points = useQuery({ ...queries.teamPoints(), refetchInterval: REFRESH_MS })
  return (
    <Panel title={teamTexts.historyTitle}>
      <QueryState query={points} empty={({ awards }) => awards.length === 0} emptyText={teamTexts.historyEmpty}>
        {({ awards }) => <AwardList awards={awards} about={(award) => award.vendor_name ?? teamTexts.bonus} />}
      </QueryState>
    </Panel>
  )
}
