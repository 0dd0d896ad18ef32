import { useQuery, useQueryClient } from '@tanstack/react-query'
import {
  Check,
  ChevronLeft,
  CircleCheck,
  Hourglass,
  Plus,
  Search,
  Timer,
  Undo2,
  X,
} from 'lucide-react'
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import type { PointType, Team } from '#contract/entities'
import { awardTexts } from '#texts/booth'
import { signed } from '#texts/numbers'
import { outboxTexts } from '#texts/outbox'
import { teamTexts } from '#texts/team'
import { boothAwardsQuery, teamsQuery } from '../../api/score-queries'
import { Worth } from '../../game/booth-rows'
import { TeamSearch } from '../../game/team-search'
import { pageOutbox, useOutbox } from '../../offline/page-outbox'
import { classes } from '../../ui/classes'
import { useWakeLock } from '../../ui/device-screen'
import { useListWindow } from '../../ui/lists'
import { toast } from '../../ui/toast'
import { useNow } from '../../ui/use-now'
import { AwardStateRow, displayOf, isUndone } from '../outbox/award-state'
import { Scanner, ScannerFrame } from '../scanner/scanner'
import { useShownState, useVoidsElsewhere } from './give-award'
import {
  createSeries,
  type Series,
  type SeriesAnswer,
  type SeriesAward,
  type SeriesContext,
  seriesCounts,
} from './series'

/** The number of teams found: more would need scrolling, and typing on is quicker. */
const MAX_FOUND = 4
/** Awards rendered initially; more follow near the end of the list. */
const ROWS = 12

interface SeriesDialogProps extends SeriesContext {
  pointTypes: readonly PointType[]
  first: PointType
  onClose: () => void
}

/**
 * Gives one point type to team after team: camera and NFC stay on, each scanned team gets the
 * points, and the whole screen shows the answer.
 */
export function SeriesDialog({ pointTypes, first, onClose, userId, vendorId }: SeriesDialogProps) {
  const client = useQueryClient()
  const [series] = useState(() => createSeries(client, { userId, vendorId }, first))
  const { chosen, awards, answer } = useSyncExternalStore(series.state.subscribe, series.state.get)
  useEffect(() => series.follow(), [series])
  useWakeLock(true)
  const [searching, setSearching] = useState(false)
  // Load the lists by which each scan is judged: the booth's awards, and the teams with their tags.
  useQuery(boothAwardsQuery())
  const list = useQuery(teamsQuery())
  const FoundTeam = useCallback(
    ({ team }: { team: Team }) => (
      <li>
        <button
          type="button"
          onClick={() => {
            series.give(team)
            setSearching(false)
          }}
          className="-mx-2 flex min-h-12 w-[calc(100%+1rem)] cursor-pointer items-center justify-between gap-3 rounded-control px-2 text-left font-semibold hover:bg-raised"
        >
          <span className="min-w-0 wrap-anywhere">{team.team_name}</span>
          <Plus aria-hidden className="size-5 shrink-0 text-accent" />
        </button>
      </li>
    ),
    [series],
  )
  function end() {
    const counts = seriesCounts(pageOutbox.view(), awards)
    if (counts.awards > 0 || counts.refused > 0)
      toast[counts.refused > 0 ? 'error' : 'success'](awardTexts.seriesEnd(counts))
    onClose()
  }
  return (
    <ScannerFrame
      onClose={end}
      title={awardTexts.series}
      aside={
        <button
          type="button"
          aria-label={searching ? awardTexts.toScanner : teamTexts.findTitle}
          onClick={() => setSearching(!searching)}
          className="relative z-30 grid size-12 cursor-pointer place-items-center rounded-full bg-raised text-ink"
        >
          {searching ? (
            <ChevronLeft aria-hidden className="size-6" />
          ) : (
            <Search aria-hidden className="size-6" />
          )}
        </button>
      }
    >
      <PointTypes all={pointTypes} chosen={chosen} onChoose={series.choose} />
      {searching ? (
        <div className="mx-auto min-h-0 w-full max-w-2xl flex-1 overflow-y-auto px-4 pb-4">
          <TeamSearch
            list={list}
            emptyText={awardTexts.noTeams}
            limit={MAX_FOUND}
            Row={FoundTeam}
            focused
          />
        </div>
      ) : (
        <div className="flex min-h-0 flex-1 flex-col overflow-y-auto">
          <Scanner onEach={(found) => void series.handle(found)} />
        </div>
      )}
      <AnswerScreen answer={answer} onEnd={series.endAnswer} />
      <SeriesAwards answer={answer} awards={awards} />
    </ScannerFrame>
  )
}

interface PointTypesProps {
  all: readonly PointType[]
  chosen: PointType
  onChoose: Series['choose']
}

function PointTypes({ all, chosen, onChoose }: PointTypesProps) {
  return (
    <fieldset className="grid max-h-[30dvh] shrink-0 grid-cols-[repeat(auto-fit,minmax(min(100%,8rem),1fr))] gap-2 overflow-y-auto px-4 pb-2">
      <legend className="sr-only">{awardTexts.pointTypes}</legend>
      {all.map((one) => {
        const isChosen = one.point_type === chosen.point_type
        return (
          <button
            key={one.point_type}
            type="button"
            aria-pressed={isChosen}
            onClick={() => onChoose(one)}
            className="flex min-h-16 cursor-pointer items-center gap-1.5 rounded-card border-2 border-edge bg-raised px-2 py-1.5 text-left min-[23rem]:px-3 text-ink aria-pressed:border-accent aria-pressed:bg-accent aria-pressed:text-on-accent"
          >
            <span className="min-w-0 flex-1">
              <span className="block text-sm leading-tight font-semibold sm:text-base">
                {one.label}
              </span>{' '}
              <Worth
                points={one.points}
                className="block text-2xl leading-tight font-bold tabular-nums"
              />
            </span>
            {isChosen && <Check aria-hidden className="size-5 shrink-0 min-[23rem]:size-7" />}
          </button>
        )
      })}
    </fieldset>
  )
}

/** Leaves the height of the list of awards (`AWARDS`) free below. */
const ABOVE_AWARDS = 'bottom-[calc(min(12rem,36dvh)+env(safe-area-inset-bottom))]'
const AWARDS = 'h-[min(12rem,36dvh)]'

const SIGNS = { given: CircleCheck, cooldown: Timer, refused: X }

/** True once an answer's award is undone: the screen must no longer show the award as given. */
function useIsUndone(answer: SeriesAnswer | null): boolean {
  const stateOf = useShownState()
  return answer?.kind === 'given' && isUndone(stateOf(answer.award.awardId))
}

/** The answer to a scan, readable from two metres: by colour, sign, size and words. */
function AnswerScreen({ answer, onEnd }: { answer: SeriesAnswer | null; onEnd: () => void }) {
  const undone = useIsUndone(answer)
  return (
    // Mounted before the answer, because screen readers announce only changes of a live region.
    <div role="status" aria-live="assertive">
      {answer !== null && (
        <div
          key={answer.number}
          data-answer={answer.kind}
          data-undone={undone || undefined}
          className={`absolute inset-x-0 top-0 z-20 flex flex-col items-center justify-center gap-[1.5dvh] overflow-hidden px-4 pt-[env(safe-area-inset-top)] text-center forced-colors:border-8 ${ABOVE_AWARDS}`}
        >
          <button
            type="button"
            tabIndex={-1}
            aria-hidden
            onClick={onEnd}
            className="absolute inset-0 size-full cursor-default"
          />
          <AnswerText answer={answer} undone={undone} />
        </div>
      )}
    </div>
  )
}

const WAITING = { icon: Hourglass, text: outboxTexts.waiting }

const NAME =
  'max-w-full text-[clamp(1.75rem,min(10vw,7dvh),5rem)] leading-[1.05] font-bold wrap-anywhere line-clamp-3'

function AnswerText({ answer, undone }: { answer: SeriesAnswer; undone: boolean }) {
  const stateOf = useShownState()
  const Sign = undone ? Undo2 : SIGNS[answer.kind]
  const sign = (
    <Sign
      aria-hidden
      strokeWidth={2.5}
      className="pointer-events-none size-[min(20vw,15dvh)] shrink-0"
    />
  )
  if (answer.kind !== 'given') {
    return (
      <>
        {sign}
        {answer.teamName !== null && <p className={NAME}>{answer.teamName}</p>}
        <p className="max-w-3xl text-[clamp(1.5rem,min(7.5vw,5.5dvh),4rem)] leading-tight font-bold text-balance">
          {answer.text}
        </p>
        {answer.kind === 'cooldown' && answer.predicted && (
          <p className="text-lg font-semibold">{awardTexts.prediction}</p>
        )}
      </>
    )
  }
  const { team, pointType, awardId } = answer.award
  const state = stateOf(awardId)
  // Ignore 'sending', which alternates with 'waiting' while there is no network.
  const { icon: Icon, text } =
    state === undefined || state.kind === 'sending' ? WAITING : displayOf(state)
  return (
    <>
      {sign}
      {pointType.points > 0 && (
        <p
          className={classes(
            'text-[clamp(5.5rem,min(36vw,24dvh),20rem)] leading-[0.85] font-bold tracking-tight tabular-nums',
            undone && 'line-through decoration-[0.06em]',
          )}
        >
          {signed(pointType.points)}
        </p>
      )}
      <p className={NAME}>{team.team_name}</p>
      <p className="flex items-center gap-2 text-[clamp(1.25rem,min(6vw,4dvh),2.5rem)] font-bold">
        <Icon aria-hidden className="size-[1em] shrink-0" />
        {text}
      </p>
    </>
  )
}

/** The awards of the series, which can be undone, and their counts. Constant height. */
function SeriesAwards({
  answer,
  awards,
}: {
  answer: SeriesAnswer | null
  awards: readonly SeriesAward[]
}) {
  const view = useOutbox()
  const stateOf = useShownState()
  const now = useNow()
  useVoidsElsewhere(now)
  const undone = useIsUndone(answer)
  const { shown, endRef } = useListWindow(awards.length, ROWS)
  const counts = seriesCounts(view, awards)
  return (
    <section
      aria-label={awardTexts.series}
      data-answer={answer?.kind}
      data-undone={undone || undefined}
      className={`flex ${AWARDS} shrink-0 flex-col border-t border-line bg-surface data-answer:border-transparent`}
    >
      <ul className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-4 pt-2">
        {awards.length === 0 && (
          <li className="text-2xl leading-tight font-bold">{awardTexts.seriesReady}</li>
        )}
        {awards
          .slice(0, shown)
          .map(({ team: { team_name }, pointType: { label, points }, awardId }) => (
            <li
              key={awardId}
              className="border-line not-first:mt-1 not-first:border-t not-first:pt-1"
            >
              <p className="flex justify-between gap-3 font-bold">
                <span className="min-w-0 wrap-anywhere">{team_name}</span>{' '}
                <span
                  className={classes(
                    'shrink-0 tabular-nums',
                    isUndone(stateOf(awardId)) && 'line-through',
                  )}
                >
                  {points > 0 && signed(points)}
                </span>
              </p>
              <AwardStateRow
                state={stateOf(awardId)}
                now={now}
                label={label}
                teamName={team_name}
              />
            </li>
          ))}
        {shown < awards.length && <li ref={endRef} />}
      </ul>
      <p className="min-h-8 px-4 pt-0.5 pb-1.5 font-bold tabular-nums">
        {awards.length > 0 && awardTexts.seriesCount(counts)}
      </p>
    </section>
  )
}
