import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { find, organiserTeam } from '#contract/calls/organiser'
import type { FoundTeam } from '#contract/organiser-entities'
import { formatMoment } from '#lib/clock-time'
import { placesUpTo } from '#rules/prizes'
import { endOfDayTexts } from '#texts/end-of-day'
import { counted, nouns } from '#texts/nouns'
import { prizeTexts } from '#texts/printed'
import { call } from '../../api/call'
import { QueryState } from '../../ui/loading'
import { TextField } from '../../ui/text-field'
import { PhoneLink } from './buttons'
import { PrintedPage } from './printed-page'

const USUAL = 3
/** The live ranking has the first 100 teams; the table `ranking` has all. */
const MOST = 20

/** A team's members, the captain first, with their numbers: a search for a team's name finds its people. */
async function readPeople({ team_id, team_name }: FoundTeam, signal: AbortSignal) {
  const { members } = await call(organiserTeam, { team_id }, signal)
  const { people } = await call(find, { query: team_name }, signal)
  const mobiles = new Map(people.map(({ user_id, mobile }) => [user_id, mobile]))
  return members
    .toSorted((a, b) => Number(b.is_captain) - Number(a.is_captain))
    .map((member) => ({ ...member, mobile: mobiles.get(member.player_id) ?? '' }))
}

/** The teams of the first places as they are now, also during a freeze, with whom to call. */
async function readWinners(top: number, signal: AbortSignal) {
  const { teams } = await call(find, { query: '' }, signal)
  const placed = placesUpTo(
    teams.filter(({ hidden }) => !hidden),
    top,
  )
  return await Promise.all(placed.map(async (team) => ({ ...team, members: await readPeople(team, signal) })))
}

type Winner = Awaited<ReturnType<typeof readWinners>>[number]

function WinnerPart({ winner: { rank, shared, points, team_name, members } }: { winner: Winner }) {
  return (
    <li className="break-inside-avoid border-t-2 border-edge pt-3 pb-5">
      <p className="font-semibold">
        {prizeTexts.place(rank)}
        {shared && ` · ${prizeTexts.shared}`} · {counted(points, nouns.point)}
      </p>
      <h3 className="text-xl font-bold wrap-anywhere">{team_name}</h3>
      <ul>
        {members.map(({ player_id, first_name, last_name, is_captain, mobile }) => (
          <li key={player_id} className="flex flex-wrap items-center justify-between gap-x-4 border-b border-line">
            <span className="min-w-0 wrap-anywhere">
              {first_name} {last_name}
              {is_captain && <strong> · {prizeTexts.captain}</strong>}
            </span>
            {mobile !== '' && <PhoneLink mobile={mobile} />}
          </li>
        ))}
      </ul>
    </li>
  )
}

/** Who comes to the stage. */
export function PrizePrint({ onBack }: { onBack: () => void }) {
  const [typed, setTyped] = useState(String(USUAL))
  const top = /^\d{1,2}$/.test(typed.trim()) ? Number(typed) : 0
  const isPlace = top >= 1 && top <= MOST
  const query = useQuery({
    queryKey: ['prizes', top],
    queryFn: ({ signal }) => readWinners(top, signal),
    enabled: isPlace,
  })
  const choice = (
    <TextField
      label={endOfDayTexts.lastPlace}
      inputMode="numeric"
      maxLength={2}
      value={typed}
      fault={isPlace ? undefined : endOfDayTexts.lastPlaceFault(MOST)}
      onChange={(event) => setTyped(event.target.value)}
    />
  )
  const asOf = query.data === undefined ? '' : endOfDayTexts.asOf(formatMoment(query.dataUpdatedAt))
  return (
    <PrintedPage title={endOfDayTexts.prizes} asOf={asOf} onBack={onBack} choice={choice}>
      {isPlace && (
        <QueryState query={query} empty={(winners) => winners.length === 0} emptyText={endOfDayTexts.noPrizes}>
          {(winners) => (
            <ol>
              {winners.map((winner) => (
                <WinnerPart key={winner.team_id} winner={winner} />
              ))}
            </ol>
          )}
        </QueryState>
      )}
    </PrintedPage>
  )
}
