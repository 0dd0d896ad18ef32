import { useQuery } from '@tanstack/react-query'
import { find, overview } from '#contract/calls/organiser'
import { formatMoment } from '#lib/clock-time'
import { numeral } from '#texts/nouns'
import { organiserTexts } from '#texts/organiser'
import { teamTexts } from '#texts/team'
import { Button } from '../../ui/button'
import { QueryState } from '../../ui/loading'
import { Panel } from '../../ui/panel'
import { FreezeSwitch } from './event-switches'
import { organiserQuery } from './organiser-calls'

function LiveRanking({ total, onTeam }: { total: number; onTeam: (teamId: string) => void }) {
  const query = useQuery(organiserQuery(find, { query: '' }))
  return (
    <QueryState query={query} empty={({ teams }) => teams.length === 0} emptyText={teamTexts.rankingEmpty}>
      {({ teams }) => (
        <>
          <ol>
            {teams.map(({ team_id, team_name, rank, points, hidden }) => (
              <li key={team_id} className="flex items-center gap-3 border-t border-line first:border-t-0">
                <span className="min-w-10 shrink-0 text-right tabular-nums">{teamTexts.rankShort({ rank, points })}</span>
                <Button
                  variant="quiet"
                  className="min-w-0 flex-1 justify-start px-0! text-left wrap-anywhere"
                  onClick={() => onTeam(team_id)}
                >
                  {team_name}
                  {hidden && ` · ${organiserTexts.hidden}`}
                </Button>
                <span className="font-bold tabular-nums">{numeral(points)}</span>
              </li>
            ))}
          </ol>
          {total > teams.length && (
            <p className="border-t border-line pt-4 text-soft">{organiserTexts.firstOf(teams.length, total)}</p>
          )}
        </>
      )}
    </QueryState>
  )
}

/** The ranking as it really is, and the switch that freezes what others see. */
export function RankingPart({ onTeam }: { onTeam: (teamId: string) => void }) {
  const query = useQuery(organiserQuery(overview, {}))
  return (
    <QueryState query={query}>
      {({ event: { frozen_at }, counts }) => (
        <div className="flex flex-col gap-5">
          <div className="flex flex-wrap items-center gap-3">
            <FreezeSwitch frozenAt={frozen_at} />
            <p className="text-soft">
              {frozen_at === null ? organiserTexts.open : organiserTexts.frozenSince(formatMoment(Date.parse(frozen_at)))}
            </p>
          </div>
          <Panel>
            <LiveRanking total={counts.teams} onTeam={onTeam} />
          </Panel>
        </div>
      )}
    </QueryState>
  )
}
