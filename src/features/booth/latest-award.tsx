import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import type { PointType } from '#contract/entities'
import { awardTexts } from '#texts/booth'
import { DOT } from '#texts/nouns'
import { signed } from '#texts/numbers'
import { outboxTexts } from '#texts/outbox'
import { voucherTexts } from '#texts/voucher'
import { canScan } from '../../scanner/web-nfc'
import { Button, buttonClasses } from '../../ui/button'
import { classes } from '../../ui/classes'
import { ReservedSpace } from '../../ui/loading'
import { allowSound } from '../../ui/signal'
import {
  AwardActions,
  AwardStateText,
  displayOf,
  type GivenState,
  INLINE_BUTTON,
  useUndo,
} from '../outbox/award-state'
import { scannerRequests } from '../scanner/use-scanner-dialog'
import { dismissShown } from './give-award'

/** The state of an earlier award, in one line on its button, in the button's colours. */
export function EarlierState({ state }: { state: GivenState }) {
  const { icon: Icon, text } = displayOf(state)
  return (
    <span data-passing="">
      <Icon aria-hidden className="mr-1 inline size-3.5 align-[-0.15em]" />
      <span data-state="">{text}</span>
    </span>
  )
}

/**
 * True if screen readers must not announce the state. They should say once that an award waits,
 * then its outcome, but nothing at each attempt to send it.
 */
function useIsMuted(state: GivenState | undefined): boolean {
  const waiting = state?.kind === 'waiting' ? state.awardId : null
  const [shown, setShown] = useState(waiting)
  const [announced, setAnnounced] = useState<string | null>(null)
  if (waiting !== shown) {
    setShown(waiting)
    if (shown !== null) setAnnounced(shown)
  }
  return state?.kind === 'sending' || (waiting !== null && waiting === announced)
}

/** On a phone all buttons share one row, with two lines of text each. */
const ROW =
  'flex flex-wrap items-center gap-2 max-sm:*:m-0! max-sm:*:flex-[1_1_5rem] max-sm:*:px-2! max-sm:*:py-1 max-sm:*:leading-5 max-sm:[&_svg]:hidden'
const NARROW_BUTTON = 'px-3!'

/** Sticky while the buttons scroll, unless the screen is too low to leave them room. */
const UNDER_HEADER =
  'relative z-5 rounded-control backdrop-blur-md [@media(height>=32rem)]:sticky [@media(height>=32rem)]:top-[calc(4rem+env(safe-area-inset-top))]'

interface LatestAwardProps {
  /** Undefined before the first tap. */
  state: GivenState | undefined
  pointType: PointType | undefined
  teamName: string
  /** Server time in ms. */
  now: number
}

/** The latest award to this team: a large line, its actions, and the way to the next team. */
export function LatestAward({ state, pointType, teamName, now }: LatestAwardProps) {
  const isMuted = useIsMuted(state)
  const undo = useUndo(state?.kind === 'recorded' ? state.award : null, now)
  // Use the recorded award if there is one: it names a team known only by its code.
  const { points, team_name } =
    state?.kind === 'recorded'
      ? state.award
      : { points: pointType?.points ?? 0, team_name: teamName }
  return (
    // The height is constant: a button that moved under a thumb would give the wrong points (fault
    // 57).
    <section
      aria-label={awardTexts.latest}
      className={classes('grid *:[grid-area:1/1]', UNDER_HEADER)}
    >
      <LargestContent />
      {/* A longer text from a newer server scrolls. */}
      <div className="absolute inset-0 flex flex-col justify-between gap-1 overflow-y-auto">
        {/* Mounted before the first tap, because screen readers announce only changes of a live region. */}
        <div
          role="status"
          aria-live={isMuted ? 'off' : undefined}
          data-award={pointType?.label}
          className="text-xl leading-7 short:text-lg short:leading-6"
        >
          {state !== undefined && (
            <AwardStateText
              state={state}
              undo={undo}
              what={(points === 0 ? '' : ` ${signed(points)}`) + DOT + team_name}
            />
          )}
        </div>
        {state !== undefined && (
          // `data-passing` leaves the row out of the screen that is kept for the next start.
          <div className={ROW} data-passing="">
            <AwardActions
              state={state}
              undo={undo}
              onSeen={dismissShown}
              label={pointType?.label ?? ''}
              teamName={team_name}
            />
            <NextTeam />
          </div>
        )}
      </div>
    </section>
  )
}

/** Reserves space for two lines and for a waiting award's buttons: no other state has more. */
function LargestContent() {
  return (
    <div className="flex flex-col justify-between gap-1">
      <span className="min-h-14 short:min-h-12" />
      <div className={ROW}>
        <ReservedSpace
          className={classes(buttonClasses('quiet'), INLINE_BUTTON)}
          text={outboxTexts.cancel}
        />
        <ReservedSpace
          className={classes(buttonClasses('secondary'), NARROW_BUTTON, 'pl-10!')}
          text={voucherTexts.show}
        />
        <ReservedSpace
          className={classes(buttonClasses('secondary'), NARROW_BUTTON)}
          text={awardTexts.nextTeam}
        />
      </div>
    </div>
  )
}

/** The hash of the board's address that focuses the search. */
export const SEARCH_HASH = 'pretraga'

/** The way from an award to the next team: the scanner, or the search on a device without one. */
function NextTeam() {
  const router = useRouter()
  async function findNext() {
    allowSound()
    if (await canScan()) scannerRequests.emit()
    else await router.navigate({ to: '/vendor', hash: SEARCH_HASH })
  }
  return (
    <Button variant="secondary" arrives className={NARROW_BUTTON} onClick={() => void findNext()}>
      {awardTexts.nextTeam}
    </Button>
  )
}
