import { useEffect, useState, useSyncExternalStore } from 'react'
import { numeral } from '#texts/nouns'
import { publicRankingTexts } from '#texts/public-ranking'
import { teamTexts } from '#texts/team'
import { publicOrigin } from '../../api/queries'
import { QrCode } from '../../ui/qr-code'
import type { PublicRanking } from './use-ranking'

const ON_A_PAGE = 6
const TURN_MS = 10_000

/** On a projector: the places below the first ten, a page after the other. */
export function FurtherPlaces({ teams, from }: { teams: PublicRanking['teams']; from: number }) {
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
    <section aria-labelledby="further" className="hidden flex-col gap-[0.4em] projector:flex">
      <h2 id="further" className="ground projector-ground self-start text-[1.15em] font-bold">
        {publicRankingTexts.further(first + 1, first + shown.length)}
      </h2>
      <ol
        key={page}
        start={first + 1}
        className="flex animate-arrive flex-col divide-y divide-line rounded-card border border-line bg-surface px-[0.7em] py-[0.25em]"
      >
        {shown.map((team) => (
          <li
            key={team.team_id}
            className="flex items-baseline gap-[0.6em] py-[0.15em] leading-tight"
          >
            <span className="min-w-[2.2em] text-soft tabular-nums">
              {teamTexts.rankShort(team)}
            </span>
            <span className="min-w-0 flex-1 font-semibold">{team.team_name}</span>
            <span className="font-bold tabular-nums">
              {numeral(team.points)}
              <span className="sr-only"> {teamTexts.pointsNoun(team.points)}</span>
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}

/** On a projector: the address of the game, to be scanned or typed. */
export function JoinCode() {
  const origin = useSyncExternalStore(publicOrigin.subscribe, publicOrigin.get)
  return (
    <section
      aria-labelledby="join"
      className="mt-auto hidden items-center text-left gap-[0.9em] rounded-card border border-line bg-surface p-[0.6em] pr-[1.2em] projector:flex"
    >
      <QrCode
        text={`${origin}/`}
        label={publicRankingTexts.joinCode}
        className="size-[6.2em] shrink-0 rounded-control"
      />
      <div className="min-w-0">
        <h2 id="join" className="text-[1.15em] leading-tight font-bold">
          {publicRankingTexts.join}
        </h2>
        <p className="text-accent">{new URL(origin).host}</p>
      </div>
    </section>
  )
}
