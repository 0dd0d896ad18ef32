import { useQuery } from '@tanstack/react-query'
import { awardTexts } from '#i18n/award'
import { sessionTexts } from '#i18n/session'
import { queries } from '../../api/calls'
import { AwardList } from '../../ui/award-list'
import { Panel } from '../../ui/panel'
import { QueryState } from '../../ui/query-state'
import { TeamFinder } from './team-finder'

const REFRESH_MS = 15_000

/** 'Nadzorna ploča': the ways to a team, and what the booth has given. */
export function BoardPage() {
  const { data: user } = useQuery(queries.currentUser())
  const awards = useQuery({ ...queries.listAwards(), refetchInterval: REFRESH_MS })
  return (
    <div className="flex flex-col gap-5">
      <div>
        <h1 className="text-3xl font-bold">{user?.vendor?.name ?? sessionTexts.board}</h1>
        <p className="mt-1 text-lg text-soft">{awardTexts.boardHint}</p>
      </div>
      <div className="grid items-start gap-5 md:grid-cols-2">
        <TeamFinder />
        <Panel title={awardTexts.boothAwards}>
          <QueryState query={awards} empty={(data) => data.awards.length === 0} emptyText={awardTexts.boothAwardsEmpty}>
            {(data) => <AwardList awards={data.awards} about={(award) => award.team_name} />}
          </QueryState>
        </Panel>
      </div>
    </div>
  )
}
