import { useRouter } from '@tanstack/react-router'
import { CircleAlert, CircleCheck, Hourglass, LoaderCircle, type LucideIcon, Undo2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { PointType } from '#contract/entities'
import { mayStillVoid } from '#rules/award-time'
import { awardTexts } from '#texts/booth'
import { signed } from '#texts/nouns'
import { outboxTexts } from '#texts/outbox'
import { voucherTexts } from '#texts/voucher'
import { canScan } from '../../scanner/web-nfc'
import { requestScanner } from '../../session/guards'
import { Button, buttonClasses } from '../../ui/button'
import { classes } from '../../ui/classes'
import { Room } from '../../ui/loading'
import { allowSound } from '../../ui/signal'
import { cancelAward, dismissAward, restoreAward, ShowIfWaiting } from '../outbox/award-actions'
import type { GivenState } from './give-award'
import { type Undo, useUndo } from './give-award'

const LONG_TEXT = 'text-sm short:text-[0.8125rem]'

interface Words {
  readonly icon: LucideIcon
  readonly className: string
  readonly text: string
}

const UNDONE: Words = { icon: Undo2, className: 'text-soft', text: outboxTexts.undone }

export function wordsOf(state: GivenState, isUndone: boolean): Words {
  const wrong = (text: string): Words => ({ icon: CircleAlert, className: classes(LONG_TEXT, 'text-danger'), text })
  switch (state.is) {
    case 'waiting':
      return { icon: Hourglass, className: 'text-warn', text: outboxTexts.waiting }
    case 'sending':
      return { icon: LoaderCircle, className: 'text-soft [&_svg]:animate-spin', text: outboxTexts.sending }
    case 'cancelling':
      return { icon: Hourglass, className: 'text-warn', text: outboxTexts.cancelling }
    case 'withdrawn':
      return UNDONE
    case 'not-undone':
      return wrong(outboxTexts.notUndone(state.reason))
    case 'refused':
      return wrong(outboxTexts.refused(state.reason))
    case 'not-kept-sending':
      return { icon: CircleAlert, className: 'text-warn', text: awardTexts.notKeptSending }
    case 'not-kept':
      return wrong(awardTexts.notKept)
    case 'recorded':
      return isUndone ? UNDONE : { icon: CircleCheck, className: 'font-semibold text-accent', text: outboxTexts.recorded }
  }
}

/** The size of what is said below a state. */
const PROBLEM = 'text-[0.8125rem] leading-4.5'

interface AwardWordsProps {
  state: GivenState
  undo: Undo
  /** What was given, and to whom; a reason stands in its place. */
  what?: string | undefined
}

function AwardWords({ state, undo, what }: AwardWordsProps) {
  const { icon: Icon, className, text } = wordsOf(state, undo.done)
  return (
    <>
      <p className={classes('flex gap-2', className)}>
        <Icon aria-hidden className="size-5 shrink-0 self-center" />
        <span className="min-w-0 wrap-break-word">
          <span data-state="">{text}</span>
          {what !== undefined && !hasReason(state) && <span>{what}</span>}
        </span>
      </p>
      {state.is === 'recorded' && !undo.done && undo.problem !== null && (
        <p className={classes(PROBLEM, 'text-warn')}>{undo.problem}</p>
      )}
    </>
  )
}

function hasReason({ is }: GivenState): boolean {
  return is === 'refused' || is === 'not-undone' || is === 'not-kept' || is === 'not-kept-sending'
}

/** The state of an award before the latest one, in one line below its button. */
export function EarlierWords({ state }: { state: GivenState }) {
  const { icon: Icon, className, text } = wordsOf(state, state.is === 'recorded' && state.award.voided)
  return (
    <span className={classes('flex items-center gap-1.5', className)}>
      <Icon aria-hidden className="size-4 shrink-0" />
      <span data-state="" className="truncate">
        {text}
      </span>
    </span>
  )
}

interface AwardStateProps {
  /**
   * The state of the latest award. Its live region exists before the first tap, because screen readers announce only
   * changes of an existing region.
   */
  state: GivenState | undefined
  /** Server time in ms. */
  now: number
  /** The id of the element that names the point type: several rows have the same buttons. */
  describedBy: string | undefined
}

/**
 * True if a screen reader should stay silent: that an award waits is announced once, not on every attempt to send it, and
 * then its outcome.
 */
function useIsOldNews(state: GivenState | undefined): boolean {
  const [tried, setTried] = useState<string | null>(null)
  if (state?.is === 'sending' && state.awardId !== tried) setTried(state.awardId)
  return state?.is === 'sending' || (state?.is === 'waiting' && state.awardId === tried)
}

const ROW = 'flex flex-wrap items-center gap-2'
const BESIDE_ICON = 'pl-7'
/** In line with the words, and so narrow that two buttons stand beside each other on the narrowest phone. */
const QUIET = '-ml-2 px-2!'
const NARROW = 'px-3!'

function useLiveRegion(state: GivenState | undefined) {
  const isOldNews = useIsOldNews(state)
  const undo = useUndo(state?.is === 'recorded' ? state.award : null)
  return { undo, live: { role: 'status', 'aria-live': isOldNews ? 'off' : undefined } as const }
}

function Actions({ state, now, describedBy, undo }: AwardStateProps & { state: GivenState; undo: Undo }) {
  const award = state.is === 'recorded' ? state.award : null
  const mayUndo = award !== null && !undo.done && !undo.refused && mayStillVoid(Date.parse(award.received_at), now)
  const quiet = { variant: 'quiet', arrives: true, className: QUIET, 'aria-describedby': describedBy } as const
  return (
    <>
      {state.is === 'waiting' && (
        <Button {...quiet} onClick={() => void cancelAward(state.awardId)}>
          {outboxTexts.cancel}
        </Button>
      )}
      {'awardId' in state && <ShowIfWaiting awardId={state.awardId} />}
      {state.is === 'withdrawn' && state.restorable && (
        <Button {...quiet} onClick={() => void restoreAward(state.awardId)}>
          {outboxTexts.restore}
        </Button>
      )}
      {(state.is === 'refused' || state.is === 'not-undone') && (
        <Button variant="secondary" arrives aria-describedby={describedBy} onClick={() => void dismissAward(state.awardId)}>
          {outboxTexts.seen}
        </Button>
      )}
      {mayUndo && (
        <Button {...quiet} busy={undo.busy} onClick={() => undo.run()}>
          {outboxTexts.cancel}
        </Button>
      )}
    </>
  )
}

/** The state of one of several awards, with the actions it allows. Shows an award as recorded only after the server's confirmation. */
export function AwardState(props: AwardStateProps) {
  const { state } = props
  const { undo, live } = useLiveRegion(state)
  return (
    <div className={classes('min-h-12', ROW)}>
      <div {...live} className="min-w-0 flex-1 basis-36">
        {state === undefined ? outboxTexts.reading : <AwardWords state={state} undo={undo} />}
      </div>
      {state !== undefined && <Actions {...props} state={state} undo={undo} />}
    </div>
  )
}

const LARGE = 'text-xl leading-7 short:text-lg short:leading-6'

interface LatestAwardProps extends AwardStateProps {
  /** Of the latest award; undefined before the first. */
  pointType: PointType | undefined
  teamName: string
}

/** The latest award to this team: one large line, what it allows, and the way to the next team. */
export function LatestAward({ pointType, teamName, ...props }: LatestAwardProps) {
  const { state } = props
  const { undo, live } = useLiveRegion(state)
  // As recorded, once it is: the name of a team that only its code told is then known.
  const { points, team_name } = state?.is === 'recorded' ? state.award : { points: pointType?.points ?? 0, team_name: teamName }
  return (
    // The same height whatever is said: a button that moves under a thumb gives the wrong points (fault 57).
    <section aria-label={awardTexts.latest} className="relative grid *:[grid-area:1/1]">
      <RoomForAnyState />
      {/* A text that is longer still, from a newer server, scrolls. */}
      <div className="absolute inset-0 flex flex-col justify-between gap-1 overflow-y-auto">
        <div {...live} data-award={pointType?.label} className={LARGE}>
          {state !== undefined && <AwardWords state={state} undo={undo} what={` ${signed(points)} · ${team_name}`} />}
        </div>
        {state !== undefined && (
          <div className={ROW}>
            <Actions {...props} state={state} undo={undo} />
            <NextTeam />
          </div>
        )}
      </div>
    </section>
  )
}

/** The room of the states with the most words or buttons. */
function RoomForAnyState() {
  const next = <Room className={classes(buttonClasses('secondary'), NARROW)} text={awardTexts.nextTeam} />
  const cancel = <Room className={classes(buttonClasses('quiet'), QUIET)} text={outboxTexts.cancel} />
  return (
    <>
      <Alternative words={<span className="block min-h-14 short:min-h-12" />}>
        {cancel}
        <Room className={classes(buttonClasses('secondary'), NARROW, 'pl-10!')} text={voucherTexts.show} />
        {next}
      </Alternative>
      <Alternative words={<Room className={classes('block', LONG_TEXT, BESIDE_ICON)} text={awardTexts.notKept} />}>
        {next}
      </Alternative>
      <Alternative
        words={
          <Room className={classes('block', LONG_TEXT, BESIDE_ICON)} text={outboxTexts.notUndone(awardTexts.undoUnconfirmed)} />
        }
      >
        <Room className={buttonClasses('secondary')} text={outboxTexts.seen} />
        {next}
      </Alternative>
      <Alternative
        words={
          <>
            <Room className={classes('block', LARGE)} text={outboxTexts.recorded} />
            <Room className={classes('block', PROBLEM)} text={awardTexts.undoUnconfirmed} />
          </>
        }
      >
        {cancel}
        {next}
      </Alternative>
    </>
  )
}

function Alternative({ words, children }: { words: ReactNode; children: ReactNode }) {
  return (
    <div className="flex flex-col justify-between gap-1">
      <div>{words}</div>
      <div className={ROW}>{children}</div>
    </div>
  )
}

/** The hash of the board's address that puts the cursor into the search. */
export const SEARCH_HASH = 'pretraga'

/** The one step from an award to the next team: the scanner, or the search on a device that has none. */
function NextTeam() {
  const router = useRouter()
  async function goOn() {
    allowSound()
    if (await canScan()) requestScanner()
    else await router.navigate({ to: '/vendor', hash: SEARCH_HASH })
  }
  return (
    <Button variant="secondary" arrives className="px-3!" onClick={() => void goOn()}>
      {awardTexts.nextTeam}
    </Button>
  )
}
