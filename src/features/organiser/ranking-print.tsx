import { useQuery } from '@tanstack/react-query'
import { overview } from '#contract/calls/organiser'
import { formatMoment } from '#lib/clock-time'
import { endOfDayTexts } from '#texts/end-of-day'
import { numeral } from '#texts/nouns'
import { organiserTexts } from '#texts/organiser'
import { teamTexts } from '#texts/team'
import { teamsQuery } from '../../api/merging-queries'
import { QueryState } from '../../ui/loading'
import { organiserQuery } from './organiser-calls'
import { PrintedPage } from './printed-page'

/** All teams by place, as everybody sees them. */
export function RankingPrint({ onBack }: { onBack: () => void }) {
  const teams = useQuery(teamsQuery())
  const frozenAt = useQuery(organiserQuery(overview, {})).data?.event.frozen_at
  const asOf =
    frozenAt == null
      ? endOfDayTexts.asOf(formatMoment(teams.dataUpdatedAt))
      : endOfDayTexts.frozen(formatMoment(Date.parse(frozenAt)))
  const { columns } = endOfDayTexts
  return (
    <PrintedPage title={organiserTexts.parts.poredak} asOf={asOf} onBack={onBack}>
      <QueryState query={teams} empty={(data) => data.teams.length === 0} emptyText={teamTexts.rankingEmpty}>
        {(data) => (
          <table className="w-full border-collapse max-[28rem]:text-sm max-[28rem]:[&_th]:text-xs text-left [&_td]:border-b [&_td]:border-line [&_td]:py-1.5 [&_td]:pl-3 [&_th]:pl-3 [&_:is(td,th):first-child]:pl-0 [&_th]:wrap-normal">
            <thead>
              <tr>
                <th scope="col" className="w-0">
                  {columns.place}
                </th>
                <th scope="col">{columns.team}</th>
                <th scope="col" className="w-0 text-right">
                  {columns.members}
                </th>
                <th scope="col" className="w-0 text-right">
                  {columns.points}
                </th>
              </tr>
            </thead>
            <tbody>
              {data.teams.map(({ team_id, team_name, rank, points, member_count }) => (
                <tr key={team_id} className="break-inside-avoid tabular-nums">
                  <td>{teamTexts.rankShort({ rank, points })}</td>
                  <td className="wrap-anywhere">{team_name}</td>
                  <td className="text-right">{member_count}</td>
                  <td className="text-right font-bold">{numeral(points)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </QueryState>
    </PrintedPage>
  )
}
