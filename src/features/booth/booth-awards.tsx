import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { awardTexts } from '#i18n/award'
import { queries } from '../../api/calls'
import { Button } from '../../ui/button'
import { Panel } from '../../ui/panel'
import { QueryState } from '../../ui/query-state'
import { useNow } from '../../ui/use-now'
import { BoothAward } from './booth-award'

const REFRESH_MS = 15_000
const NEWEST = 20

/** The booth's awards, newest first, with an undo for recent ones. */
export function BoothAwards() {
  const awards = useQuery({ ...queries.listAwards(), refetchInterval: REFRESH_MS })
  const [all, setAll] = useState(false)
  const now = useNow()
  return (
    <Panel title={awardTexts.boothAwards}>
      <QueryState query={awards} empty={(data) => data.awards.length === 0} emptyText={awardTexts.boothAwardsEmpty}>
        {(data) => (
          <div className="flex flex-col gap-4">
            <ul className="flex flex-col divide-y divide-line">
              {data.awards.slice(0, all ? undefined : NEWEST).map((award) => (
                <BoothAward key={award.award_id} award={award} now={now} />
              ))}
            </ul>
            {!all && data.awards.length > NEWEST && (
              <Button variant="secondary" onClick={() => setAll(true)}>
                {awardTexts.showAll(data.awards.length)}
              </Button>
            )}
          </div>
        )}
      </QueryState>
    </Panel>
  )
}
