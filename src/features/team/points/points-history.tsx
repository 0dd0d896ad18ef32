import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { Award } from '#contract/entities'
import { teamTexts } from '#i18n/team'
import { queries } from '../../../api/calls'
import { AwardList } from '../../../ui/award-list'
import { Button } from '../../../ui/button'
import { Panel } from '../../../ui/panel'
import { QueryState } from '../../../ui/query-state'
import { REFRESH_MS } from '../refresh-interval'

/** Number of awards shown before the person asks for all of them. */
const NEWEST = 10

const origin = (award: Award) => (award.vendor_name === null ? teamTexts.bonus : teamTexts.booth(award.vendor_name))

/** The team's awards, newest first. */
export function PointsHistory() {
  const [all, setAll] = useState(false)
  const listId = useId()
  const points = useQuery({ ...queries.teamPoints(), refetchInterval: REFRESH_MS })
  return (
    <Panel title={teamTexts.historyTitle}>
      <QueryState query={points} empty={({ awards }) => awards.length === 0} emptyText={teamTexts.historyEmpty}>
        {({ awards }) => (
          <>
            <div id={listId}>
              <AwardList awards={all ? awards : awards.slice(0, NEWEST)} about={origin} />
            </div>
            {awards.length > NEWEST && (
              <Button
                variant="secondary"
                className="mt-4 w-full"
                aria-expanded={all}
                aria-controls={listId}
                onClick={() => setAll((before) => !before)}
              >
                {all ? teamTexts.historyNewest : teamTexts.historyAll(awards.length)}
              </Button>
            )}
          </>
        )}
      </QueryState>
    </Panel>
  )
}
