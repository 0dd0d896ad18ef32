import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { find, organiserTeam, overview } from '#contract/calls/organiser'
import { formatMoment } from '#lib/clock-time'
import { serverNow } from '#lib/server-clock'
import { placesUpTo } from '#rules/prizes'
import { endOfDayTexts } from '#texts/end-of-day'
import { counted, DOT, dotted, nouns } from '#texts/nouns'
import { numeral } from '#texts/numbers'
import { organiserTexts } from '#texts/organiser'
import { teamTexts } from '#texts/team'
import { call } from '../../api/call'
import { teamsQuery } from '../../api/score-queries'
import { Button } from '../../ui/button'
import { QueryState } from '../../ui/loading'
import { Panel } from '../../ui/panel'
import { PrintButton } from '../../ui/print-button'
import { PRODUCT_NAME } from '../../ui/product'
import { FreezeSwitch, organiserQuery } from './correction'
import { BackButton, PhoneLink, useOpen } from './frame'
import { type LastPlace, LastPlaceChoice } from './last-place-choice'

function LiveRanking({ total }: { total: number }) {
  const open = useOpen()
  const query = useQuery(organiserQuery(find, { query: '' }))
  return (
    <QueryState
      query={query}
      empty={({ teams }) => teams.length === 0}
      emptyText={teamTexts.rankingEmpty}
    >
      {({ teams }) => (
        <>
          <ol>
            {teams.map(({ team_id, team_name, rank, points, hidden }) => (
              <li
                key={team_id}
                className="flex flex-wrap items-center gap-x-3 border-t border-line first:border-t-0"
              >
                <span className="min-w-10 shrink-0 text-right tabular-nums">
                  {teamTexts.rankShort({ rank, points })}
                </span>
                <Button
                  variant="quiet"
                  className="min-w-[min(100%,7rem)] flex-1 justify-start px-0! text-left wrap-anywhere"
                  onClick={() => open({ part: 'search', teamId: team_id })}
                >
                  {team_name}
                  {hidden && DOT + organiserTexts.hidden}
                </Button>
                <span className="ml-auto font-bold tabular-nums">{numeral(points)}</span>
              </li>
            ))}
          </ol>
          {total > teams.length && (
            <p className="border-t border-line pt-4 text-soft">
              {organiserTexts.firstOf(teams.length, total)}
            </p>
          )}
        </>
      )}
    </QueryState>
  )
}

/** The live ranking, and the switch that freezes the public ranking. */
export function RankingPart() {
  const query = useQuery(organiserQuery(overview, {}))
  return (
    <QueryState query={query}>
      {({ event: { frozen_at }, counts }) => (
        <div className="flex flex-col gap-5">
          <div className="flex flex-wrap items-center gap-3">
            <FreezeSwitch frozenAt={frozen_at} />
            <p className="text-soft">
              {frozen_at === null
                ? organiserTexts.open
                : organiserTexts.frozenSince(formatMoment(Date.parse(frozen_at)))}
            </p>
          </div>
          <Panel>
            <LiveRanking total={counts.teams} />
          </Panel>
        </div>
      )}
    </QueryState>
  )
}

interface PrintedPageProps {
  readonly title: string
  readonly asOf: string
  /** The choices before printing. */
  readonly choice?: ReactNode
  readonly children: ReactNode
}

/** A page printed on A4, with a preview on screen. */
function PrintedPage({ title, asOf, choice, children }: PrintedPageProps) {
  const open = useOpen()
  return (
    <div className="flex max-w-3xl flex-col gap-5">
      <BackButton text={endOfDayTexts.back} onBack={() => open({ part: 'end' })} />
      <div className="flex flex-wrap items-end gap-3 print:hidden">
        {choice}
        <PrintButton />
      </div>
      <div>
        <h2 className="text-2xl font-bold">{dotted(PRODUCT_NAME, title)}</h2>
        <p className="text-soft">{asOf}</p>
      </div>
      {children}
    </div>
  )
}

/** Formats when data was fetched (ms, device clock) by the server's clock. */
const formatFetched = (at: number) => formatMoment(serverNow() - (Date.now() - at))

/** A page to print: all teams by place, as everybody sees them. */
export function RankingPrint() {
  const teams = useQuery(teamsQuery())
  const frozenAt = useQuery(organiserQuery(overview, {})).data?.event.frozen_at
  const asOf =
    frozenAt == null
      ? endOfDayTexts.asOf(formatFetched(teams.dataUpdatedAt))
      : endOfDayTexts.frozen(formatMoment(Date.parse(frozenAt)))
  const { columns } = endOfDayTexts
  return (
    <PrintedPage title={organiserTexts.parts.ranking} asOf={asOf}>
      <QueryState
        query={teams}
        empty={(data) => data.teams.length === 0}
        emptyText={teamTexts.rankingEmpty}
      >
        {(data) => (
          <div className="overflow-x-auto print:overflow-visible">
            <table className="w-full border-collapse max-[28rem]:text-sm max-[28rem]:[&_thead]:text-xs text-left print:text-sm [&_td]:border-b [&_td]:border-line [&_td]:py-1.5 print:[&_td]:py-0.5 [&_td]:pl-3 [&_th]:pl-3 [&_:is(td,th):first-child]:pl-0">
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
                    <td className="min-w-28 wrap-anywhere">{team_name}</td>
                    <td className="text-right">{member_count}</td>
                    <td className="text-right font-bold">{numeral(points)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )}
      </QueryState>
    </PrintedPage>
  )
}

/**
 * Reads the teams of the first places with their members' numbers, the captain first. The places
 * are live even during a freeze.
 */
async function readWinners(top: number, signal: AbortSignal) {
  const { teams } = await call(find, { query: '' }, signal)
  const placed = placesUpTo(
    teams.filter(({ hidden }) => !hidden),
    top,
  )
  const winners = placed.map(async (team) => {
    const { members } = await call(organiserTeam, { team_id: team.team_id }, signal)
    return {
      ...team,
      members: members.toSorted((a, b) => Number(b.is_captain) - Number(a.is_captain)),
    }
  })
  return await Promise.all(winners)
}

type Winner = Awaited<ReturnType<typeof readWinners>>[number]

function WinnerPart({ winner: { rank, shared, points, team_name, members } }: { winner: Winner }) {
  return (
    <li className="break-inside-avoid border-t-2 border-edge pt-3 pb-5">
      <p className="font-semibold">
        {dotted(
          endOfDayTexts.place(rank),
          shared ? endOfDayTexts.shared : null,
          counted(points, nouns.point),
        )}
      </p>
      <h3 className="text-xl font-bold wrap-anywhere">{team_name}</h3>
      {members.length === 0 && <p>{organiserTexts.noMembers}</p>}
      <ul>
        {members.map(({ player_id, first_name, last_name, is_captain, mobile }) => (
          <li
            key={player_id}
            className="flex flex-wrap items-center justify-between gap-x-4 border-b border-line"
          >
            <span className="min-w-0 wrap-anywhere">
              {first_name} {last_name}
              {is_captain && <strong>{DOT + organiserTexts.captain}</strong>}
            </span>
            <PhoneLink mobile={mobile} />
          </li>
        ))}
      </ul>
    </li>
  )
}

/** A page to print: the winners of prizes, with their numbers. */
export function PrizePrint() {
  const [last, setLast] = useState<LastPlace>('3')
  const query = useQuery({
    queryKey: ['prizes', last],
    queryFn: ({ signal }) => readWinners(Number(last), signal),
  })
  const choice = <LastPlaceChoice chosen={last} onChoose={setLast} />
  const asOf =
    query.data === undefined ? '' : endOfDayTexts.asOf(formatFetched(query.dataUpdatedAt))
  return (
    <PrintedPage title={endOfDayTexts.prizes} asOf={asOf} choice={choice}>
      <QueryState
        query={query}
        empty={(winners) => winners.length === 0}
        emptyText={endOfDayTexts.noPrizes}
      >
        {(winners) => (
          <ol>
            {winners.map((winner) => (
              <WinnerPart key={winner.team_id} winner={winner} />
            ))}
          </ol>
        )}
      </QueryState>
    </PrintedPage>
  )
}
