import { Snowflake } from 'lucide-react'
import { useEffect, useState } from 'react'
import { formatMoment } from '#lib/clock-time'
import { DOT, dotted } from '#texts/nouns'
import { signed } from '#texts/numbers'
import { publicRankingTexts } from '#texts/public-ranking'
import { teamTexts } from '#texts/team'
import { readDeviceSession } from '../../api/device-session'
import { useLive } from '../../live/use-live'
import { classes } from '../../ui/classes'
import { useProjector, useWakeLock } from '../../ui/device-screen'
import { useMovingRows } from '../../ui/lists'
import { QueryState } from '../../ui/loading'
import { Logo } from '../../ui/logo'
import { Meteors } from '../../ui/meteors'
import { PRODUCT_NAME } from '../../ui/product'
import { NewsAge, TimeLeft } from './clocks'
import { CoveredRow, PlaceRow } from './places'
import { JoinCode, Rounds } from './projector'
import { Stage } from './stage'
import { useBeats } from './use-beats'
import { type PublicRanking, placesGained, useLastHour, useRanking } from './use-ranking'

/** Duration of a row's move (ms): slow enough to follow from the back of a hall. */
const MOVE_MS = 900
/** The most places that are legible on a projector. */
const PROJECTOR_PLACES = 10

/** The account whose stream to follow; null for the public stream, undefined until known. */
function useStreamAccount(): string | null | undefined {
  const [userId, setUserId] = useState<string | null>()
  useEffect(() => {
    void readDeviceSession().then((session) =>
      setUserId(session.is === 'signed-in' ? session.userId : null),
    )
  }, [])
  return userId
}

/** The public ranking. On a projector it fits the screen, legible from the back of a hall. */
export function PublicRankingPage() {
  const query = useRanking()
  useLive(useStreamAccount())
  useWakeLock(true)
  return (
    <>
      <Meteors />
      <div className="flex min-h-dvh flex-col projector:h-dvh projector:overflow-hidden projector:text-[2.3vh]">
        {query.data !== undefined && <NewsAge />}
        <main className="mx-auto flex w-full max-w-2xl flex-1 flex-col gap-[0.9em] px-[min(1rem,4vw)] pt-[calc(0.9em+env(safe-area-inset-top))] pb-[calc(0.9em+env(safe-area-inset-bottom))] projector:min-h-0 projector:max-w-none projector:px-[1.6em]">
          <header className="flex flex-wrap items-center justify-between gap-[0.7em]">
            <div className="ground projector-ground flex items-center gap-[0.7em]">
              <Logo className="size-[2.6em] shrink-0" />
              <h1 className="min-w-0 leading-tight font-bold">
                <span className="block text-[min(1.6em,11vw)] projector:text-[1.9em]">
                  {publicRankingTexts.title}
                </span>
                <span className="block text-[0.85em] font-normal text-soft">
                  <span className="max-[22rem]:sr-only">
                    {PRODUCT_NAME}
                    {query.data !== undefined && DOT}
                  </span>
                  {query.data !== undefined && teamTexts.teams(query.data.total)}
                </span>
              </h1>
            </div>
            {query.data !== undefined && (
              <div className="ground projector-ground ml-auto">
                <TimeLeft {...query.data} />
              </div>
            )}
          </header>
          <QueryState query={query}>
            {(ranking) => (
              <Places
                ranking={ranking}
                readAt={query.dataUpdatedAt}
                isCurrent={query.isFetchedAfterMount}
              />
            )}
          </QueryState>
        </main>
      </div>
    </>
  )
}

interface PlacesProps {
  readonly ranking: PublicRanking
  readonly readAt: number
  /** False for data stored on this device. */
  readonly isCurrent: boolean
}

function Places({ ranking, readAt, isCurrent }: PlacesProps) {
  const lastHour = useLastHour(ranking, readAt)
  const isProjector = useProjector()
  const { reveal = null } = ranking
  const isRevealing = reveal !== null
  const shown = reveal?.shown ?? null
  const content = useBeats(shown, isCurrent)
  const isNamed = content.beat === 'name'
  // Hide covered teams, because their places are still those of the freeze. Show the row of the
  // team on the stage once it is named.
  const covered = new Set(reveal?.covered)
  if (shown !== null && !isNamed) covered.add(shown.team.team_id)
  const teams = ranking.teams.filter(({ team_id }) => !covered.has(team_id))
  const rowRef = useMovingRows<HTMLLIElement>(
    teams.map(({ team_id }) => team_id),
    MOVE_MS,
  )
  if (ranking.teams.length === 0) {
    return (
      <div className="grid flex-1 content-center justify-items-center gap-[1.2em] text-center">
        <p className="ground projector-ground text-[1.3em] text-soft">{publicRankingTexts.empty}</p>
        {isProjector && <JoinCode isLarge />}
      </div>
    )
  }
  const most = Math.max(...teams.map(({ points }) => points))
  return (
    <div
      className={classes(
        'grid gap-[1.2em] projector:min-h-0 projector:flex-1',
        isRevealing ? 'projector:grid-cols-2' : 'projector:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]',
      )}
    >
      <p role="status" className="sr-only">
        {shown !== null &&
          (isNamed
            ? publicRankingTexts.revealed(shown.team.rank, shown.team.team_name, shown.team.points)
            : teamTexts.rank(shown.team))}
      </p>
      <ol
        className={classes(
          'flex min-h-0 min-w-0 flex-col gap-[0.45em]',
          ranking.frozen_at !== null && !isRevealing && 'saturate-50',
        )}
      >
        {Array.from({ length: covered.size }, (_, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: covered rows are alike
          <CoveredRow key={row} />
        ))}
        {teams
          .slice(0, isProjector ? Math.max(0, PROJECTOR_PLACES - covered.size) : teams.length)
          .map((team) => (
            <PlaceRow
              key={team.team_id}
              team={team}
              most={most}
              isTurned={team.team_id === shown?.team.team_id}
              isWinner={isRevealing && team.rank === 1 && team.points > 0}
              moved={isRevealing ? 0 : placesGained(lastHour, team)}
              rowRef={rowRef(team.team_id)}
            />
          ))}
      </ol>
      {isRevealing ? (
        <Stage shown={shown} content={content} />
      ) : (
        <div className="contents min-h-0 projector:flex projector:flex-col projector:gap-[0.9em]">
          <LatestAwards ranking={ranking} />
          {isProjector && <Rounds teams={teams} from={PROJECTOR_PLACES} />}
        </div>
      )}
    </div>
  )
}

/** More awards would not fit next to ten places. */
const AWARDS_SHOWN = 8

/** The latest awards or, while the ranking is frozen, the reason why there are none. */
function LatestAwards({
  ranking: { latest, frozen_at, since_freeze = null },
}: {
  ranking: PublicRanking
}) {
  if (frozen_at !== null) return <Frozen since={Date.parse(frozen_at)} given={since_freeze} />
  return (
    <section
      aria-labelledby="latest"
      className="flex min-h-0 flex-1 flex-col gap-[0.6em] overflow-hidden"
    >
      <h2 id="latest" className="ground projector-ground self-start text-[1.15em] font-bold">
        {publicRankingTexts.latest}
      </h2>
      {latest.length === 0 && (
        <p className="ground projector-ground self-start text-soft">
          {publicRankingTexts.noLatest}
        </p>
      )}
      {/* On a projector, awards that do not fit wrap into a hidden column: none is cut off. */}
      <ul className="flex min-h-0 flex-1 flex-col gap-[0.5em] overflow-hidden projector:flex-wrap">
        {latest.slice(0, AWARDS_SHOWN).map((award) => (
          <li
            key={`${award.awarded_at} ${award.team_name} ${award.label}`}
            className="flex w-full animate-arrive flex-wrap items-center gap-x-[0.6em] rounded-control border border-line bg-surface px-[min(0.7em,3vw)] py-[0.45em] projector:flex-nowrap"
          >
            <span className="min-w-[min(100%,6em)] flex-1 projector:min-w-0">
              <span className="block leading-tight font-semibold">{award.team_name}</span>
              <span className="line-clamp-1 text-[0.8em] text-soft">
                {dotted(award.label, award.vendor_name)}
              </span>
            </span>
            <span className="text-[1.2em] font-bold text-accent tabular-nums">
              {signed(award.points)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

interface FrozenProps {
  readonly since: number
  /** The sum of all teams' points since the freeze; null if not disclosed. */
  readonly given: number | null
}

function Frozen({ since, given }: FrozenProps) {
  return (
    <section className="order-first flex flex-col items-center justify-center gap-[0.8em] rounded-card border border-edge bg-surface p-[1.4em] text-center projector:order-none projector:flex-1 projector:gap-[0.4em] projector:p-[0.8em]">
      <Snowflake aria-hidden className="size-[2.2em] text-accent projector:size-[2.6em]" />
      <h2 className="text-[1.4em] leading-tight font-bold">{publicRankingTexts.frozen}</h2>
      <p className="text-soft">{publicRankingTexts.frozenSince(formatMoment(since))}</p>
      {given !== null && (
        <p className="text-[1.15em] font-bold text-accent">{teamTexts.givenSinceFreeze(given)}</p>
      )}
    </section>
  )
}
