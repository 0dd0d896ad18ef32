import { useEffect, useState, useSyncExternalStore } from 'react'
import { numeral } from '#texts/numbers'
import { publicRankingTexts } from '#texts/public-ranking'
import { teamTexts } from '#texts/team'
import { publicOrigin } from '../../api/queries'
import { classes } from '../../ui/classes'
import { QrCode } from '../../ui/qr-code'
import { pageHeading, turnOf } from './pages'
import type { PublicRanking } from './use-ranking'

const TURN_MS = 10_000

type Teams = PublicRanking['teams']

/**
 * On a projector: the places from `from` on, page by page, and between two rounds how to join the
 * game, readable from afar.
 */
export function Rounds({ teams, from }: { teams: Teams; from: number }) {
  const [turns, setTurns] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => setTurns((before) => before + 1), TURN_MS)
    return () => clearInterval(timer)
  }, [])
  const turn = turnOf(turns, teams.length, from)
  return (
    <>
      {turn.kind === 'page' && <FurtherPlaces teams={teams.slice(turn.from, turn.to)} />}
      <JoinCode isLarge={turn.kind === 'join'} />
    </>
  )
}

function FurtherPlaces({ teams }: { teams: Teams }) {
  return (
    <section aria-labelledby="further" className="flex flex-col gap-[0.4em]">
      <h2 id="further" className="ground projector-ground text-[1.15em] font-bold">
        {pageHeading(teams)}
      </h2>
      <ol
        key={teams[0]?.team_id}
        // biome-ignore lint/a11y/noRedundantRoles: Safari ignores a list without markers.
        role="list"
        className="flex animate-arrive flex-col divide-y divide-line rounded-card border border-line bg-surface px-[0.7em] py-[0.25em]"
      >
        {teams.map((team) => (
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
export function JoinCode({ isLarge }: { isLarge: boolean }) {
  const origin = useSyncExternalStore(publicOrigin.subscribe, publicOrigin.get)
  return (
    <section
      aria-labelledby="join"
      className={classes(
        'mt-auto flex items-center rounded-card border border-line bg-surface p-[0.6em]',
        isLarge
          ? 'animate-arrive flex-col gap-[0.4em] text-center text-[1.3em]'
          : 'gap-[0.9em] pr-[1.2em] text-left',
      )}
    >
      <QrCode
        text={`${origin}/`}
        label={publicRankingTexts.joinCode}
        className={classes('shrink-0 rounded-control', isLarge ? 'size-[12.4em]' : 'size-[6.2em]')}
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
