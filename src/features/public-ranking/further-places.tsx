import { useEffect, useState } from 'react'
import { publicRankingTexts } from '#texts/public-ranking'
import { teamTexts } from '#texts/team'
import type { Ranking } from './use-ranking'

const ON_A_PAGE = 6
const TURN_MS = 10_000

/** On a projector: the places below the first ten, a page after the other. */
export function FurtherPlaces({ teams, from }: { teams: Ranking['teams']; from: number }) {
  const [turns, setTurns] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => setTurns((before) => before + 1), TURN_MS)
    return () => clearInterval(timer)
  }, [])
  const pages = Math.ceil((teams.length - from) / ON_A_PAGE)
  if (pages <= 0) return null
  const page = turns % pages
  const first = from + page * ON_A_PAGE
  const shown = teams.slice(first, first + ON_A_PAGE)
  return (
    <section aria-labelledby="further" className="hidden flex-col gap-[0.4em] hall:flex">
      <h2 id="further" className="ground self-start text-[1.15em] font-bold">
        {publicRankingTexts.further(first + 1, first + shown.length)}
      </h2>
      <ol
        key={page}
        start={first + 1}
        className="flex animate-arrive flex-col divide-y divide-line rounded-card border border-line bg-surface px-[0.7em] py-[0.25em]"
      >
        {shown.map((team) => (
          <li key={team.team_id} className="flex items-baseline gap-[0.6em] py-[0.15em] leading-tight">
            <span className="min-w-[2.2em] text-soft tabular-nums">{teamTexts.rankShort(team)}</span>
            <span className="min-w-0 flex-1 font-semibold">{team.team_name}</span>
            <span className="font-bold tabular-nums">
              {team.points}
              <span className="sr-only"> {teamTexts.pointsNoun(team.points)}</span>
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}
