import { useState } from 'react'
import { mayStillVoid } from '#rules/award-time'
import { awardTexts } from '#texts/booth'
import { outboxTexts } from '#texts/outbox'
import { Button, buttonClasses } from '../../ui/button'
import { classes } from '../../ui/classes'
import { Room } from '../../ui/skeleton'
import { cancelAward, dismissAward, restoreAward } from '../outbox/outbox-actions'
import { ShowIfWaiting } from '../outbox/show-to-team'
import { AwardWords, LONG_TEXT } from './award-words'
import type { AwardStanding } from './give-award'
import { NEXT_TEAM_SHAPE, NextTeam } from './next-team'
import { useUndo } from './undo-award'

interface AwardStateProps {
  /**
   * The state of the latest award. Its live region exists before the first tap, because screen readers announce only
   * changes of an existing region.
   */
  standing: AwardStanding | undefined
  /** Server time in ms. */
  now: number
  /** The text shown before the first tap. */
  hint: string
  /** The id of the element that names the point type: several rows have the same buttons. */
  describedBy: string
  /** Offers the next team. */
  goesOn?: boolean
}

/**
 * True if a screen reader should stay silent: that an award waits is announced once, not on every attempt to send it, and
 * then its outcome.
 */
function useIsOldNews(standing: AwardStanding | undefined): boolean {
  const [tried, setTried] = useState<string | null>(null)
  if (standing?.is === 'sending' && standing.awardId !== tried) setTried(standing.awardId)
  return standing?.is === 'sending' || (standing?.is === 'waiting' && standing.awardId === tried)
}

const ROW = 'flex min-h-12 flex-wrap items-center gap-x-2'
const WORDY = 'basis-36'
const BRIEF = 'basis-20'
const BESIDE_ICON = 'pl-7'
const QUIET = '-ml-2 px-2!'

/** The state of an award, with the actions it allows. Shows an award as recorded only after the server's confirmation. */
export function AwardState({ standing, now, hint, describedBy, goesOn = false }: AwardStateProps) {
  const award = standing?.is === 'recorded' ? standing.award : null
  const undo = useUndo(award)
  const isOldNews = useIsOldNews(standing)
  const mayUndo = award !== null && !undo.done && !undo.refused && mayStillVoid(Date.parse(award.received_at), now)
  const wordy = isWordy(standing)
  const quiet = { variant: 'quiet', arrives: true, className: QUIET, 'aria-describedby': describedBy } as const
  return (
    // The same height whatever is said: a button that moves under a thumb gives the wrong points (fault 57).
    <div className="relative grid px-1.5 *:[grid-area:1/1]">
      <RoomForAnyState />
      {/* A text that is longer still, from a newer server, scrolls. */}
      <div className={classes('absolute inset-0 overflow-y-auto px-1.5', ROW)}>
        {standing === undefined && <p className="text-sm text-soft">{hint}</p>}
        <div
          role="status"
          aria-live={isOldNews ? 'off' : undefined}
          className={classes('min-w-0 flex-1', standing !== undefined && (wordy ? WORDY : BRIEF))}
        >
          {standing !== undefined && <AwardWords standing={standing} undo={undo} />}
        </div>
        {standing?.is === 'waiting' && (
          <Button {...quiet} onClick={() => void cancelAward(standing.awardId)}>
            {outboxTexts.cancel}
          </Button>
        )}
        {standing !== undefined && 'awardId' in standing && <ShowIfWaiting awardId={standing.awardId} />}
        {standing?.is === 'withdrawn' && standing.restorable && (
          <Button {...quiet} onClick={() => void restoreAward(standing.awardId)}>
            {outboxTexts.restore}
          </Button>
        )}
        {(standing?.is === 'refused' || standing?.is === 'not-undone') && (
          <Button variant="secondary" arrives aria-describedby={describedBy} onClick={() => void dismissAward(standing.awardId)}>
            {outboxTexts.seen}
          </Button>
        )}
        {mayUndo && (
          <Button {...quiet} busy={undo.busy} onClick={() => undo.run()}>
            {outboxTexts.cancel}
          </Button>
        )}
        {goesOn && !wordy && standing !== undefined && (
          <NextTeam isBrief={standing.is === 'waiting' || standing.is === 'sending'} />
        )}
      </div>
    </div>
  )
}

function isWordy(standing: AwardStanding | undefined): boolean {
  return standing?.is === 'refused' || standing?.is === 'not-undone' || standing?.is === 'not-kept'
}

/** The room of the states with the most words or buttons. */
function RoomForAnyState() {
  return (
    <>
      <Room className={classes(LONG_TEXT, BESIDE_ICON)} text={awardTexts.notKept} />
      <span className={ROW}>
        <Room
          className={classes('min-w-0 flex-1', LONG_TEXT, WORDY, BESIDE_ICON)}
          text={outboxTexts.notUndone(awardTexts.undoUnconfirmed)}
        />
        <Room className={buttonClasses('secondary')} text={outboxTexts.seen} />
      </span>
      <span className={ROW}>
        <Room className={classes('min-w-0 flex-1', BRIEF, BESIDE_ICON)} text={outboxTexts.waiting} />
        <Room className={classes(buttonClasses('quiet'), QUIET)} text={outboxTexts.cancel} />
        <Room className={classes(NEXT_TEAM_SHAPE, 'max-[25rem]:before:hidden')} text={awardTexts.nextTeam} />
      </span>
    </>
  )
}
