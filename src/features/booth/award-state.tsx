import { CircleAlert, CircleCheck, Hourglass, LoaderCircle, Undo2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { awardTexts } from '#i18n/award'
import { outboxTexts } from '#i18n/outbox'
import { mayStillVoid } from '#rules/award-time'
import { pageOutbox } from '../../offline/page-outbox'
import { Button } from '../../ui/button'
import { classes } from '../../ui/classes'
import { cancelAward, dismissAward, restoreAward } from '../outbox/outbox-actions'
import { type Undo, useUndo } from './undo-award'
import type { AwardStanding } from './use-awards'

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

/** The state of an award, with the actions it allows. Shows an award as recorded only after the server's confirmation. */
export function AwardState({ standing, now, hint, describedBy }: AwardStateProps) {
  const award = standing?.is === 'recorded' ? standing.award : null
  const undo = useUndo(award)
  const isOldNews = useIsOldNews(standing)
  const mayUndo = award !== null && !undo.done && !undo.refused && mayStillVoid(Date.parse(award.received_at), now)
  const wordy =
    standing?.is === 'refused' || standing?.is === 'not-undone' || standing?.is === 'not-kept' || undo.problem !== null
  return (
    // Same height before and after the first tap: a button that moves under a thumb gives the wrong points.
    <div className="flex min-h-12 flex-wrap items-center gap-x-3 gap-y-2 px-1">
      {standing === undefined && <p className="text-sm text-soft">{hint}</p>}
      <div
        role="status"
        aria-live={isOldNews ? 'off' : undefined}
        className={classes('min-w-0 flex-1', wordy ? 'basis-60' : 'basis-24')}
      >
        {standing !== undefined && <Words standing={standing} undo={undo} />}
      </div>
      {standing?.is === 'waiting' && (
        <>
          <Button
            variant="quiet"
            className="-mx-2 px-2!"
            aria-describedby={describedBy}
            onClick={() => void cancelAward(standing.awardId)}
          >
            {outboxTexts.cancel}
          </Button>
          {/* Hidden on the narrowest phones, where it would wrap and move the buttons above. The outbox has the same
              button. */}
          <Button
            variant="secondary"
            className="px-3! max-[22.4rem]:hidden"
            aria-describedby={describedBy}
            onClick={() => pageOutbox.sendNow()}
          >
            {outboxTexts.sendNow}
          </Button>
        </>
      )}
      {standing?.is === 'withdrawn' && standing.restorable && (
        <Button
          variant="quiet"
          className="-mx-2 px-2!"
          aria-describedby={describedBy}
          onClick={() => void restoreAward(standing.awardId)}
        >
          {outboxTexts.restore}
        </Button>
      )}
      {(standing?.is === 'refused' || standing?.is === 'not-undone') && (
        <Button variant="secondary" aria-describedby={describedBy} onClick={() => void dismissAward(standing.awardId)}>
          {outboxTexts.seen}
        </Button>
      )}
      {mayUndo && (
        <Button variant="secondary" busy={undo.busy} aria-describedby={describedBy} onClick={() => undo.run()}>
          {awardTexts.undo}
        </Button>
      )}
    </div>
  )
}

function Words({ standing, undo }: { standing: AwardStanding; undo: Undo }) {
  switch (standing.is) {
    case 'waiting':
      return (
        <Line className="text-warn" icon={<Hourglass />}>
          {outboxTexts.waiting}
        </Line>
      )
    case 'sending':
      return (
        <Line className="text-soft" icon={<LoaderCircle className="animate-spin" />}>
          {outboxTexts.sending}
        </Line>
      )
    case 'cancelling':
      return (
        <Line className="text-warn" icon={<Hourglass />}>
          {outboxTexts.cancelling}
        </Line>
      )
    case 'withdrawn':
      return <Undone />
    case 'not-undone':
      return (
        <Line className="text-danger" icon={<CircleAlert />}>
          {outboxTexts.notUndone(standing.reason)}
        </Line>
      )
    case 'refused':
      return (
        <Line className="text-danger" icon={<CircleAlert />}>
          {outboxTexts.refused(standing.reason)}
        </Line>
      )
    case 'not-kept-sending':
      return (
        <Line className="text-warn" icon={<CircleAlert />}>
          {awardTexts.notKeptSending}
        </Line>
      )
    case 'not-kept':
      return (
        <Line className="text-danger" icon={<CircleAlert />}>
          {awardTexts.notKept}
        </Line>
      )
    case 'recorded':
      if (undo.done) return <Undone />
      return (
        <>
          <Line className="font-semibold text-accent" icon={<CircleCheck />}>
            {awardTexts.recorded}
          </Line>
          {undo.problem !== null && <p className="mt-1 text-sm text-warn">{undo.problem}</p>}
        </>
      )
  }
}

function Undone() {
  return (
    <Line className="text-soft" icon={<Undo2 />}>
      {awardTexts.undone}
    </Line>
  )
}

function Line({ className, icon, children }: { className: string; icon: ReactNode; children: ReactNode }) {
  return (
    <p className={classes('flex items-center gap-2', className)}>
      <span aria-hidden className="shrink-0 [&>svg]:size-5">
        {icon}
      </span>
      {children}
    </p>
  )
}
