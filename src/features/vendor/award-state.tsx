import { useMutation } from '@tanstack/react-query'
import { CircleAlert, CircleCheck, LoaderCircle, Undo2, WifiOff } from 'lucide-react'
import type { Award } from '#contract/entities'
import { awardTexts } from '#i18n/award'
import { mayStillVoid } from '#rules/award-time'
import { mutations } from '../../api/calls'
import { Button } from '../../ui/button'
import type { Attempt } from './use-awards'

interface AwardStateProps {
  attempt: Attempt
  /** ms, server time. */
  now: number
  onAgain: () => void
}

/** What became of a tap. Nothing is called recorded before the server said so. */
export function AwardState({ attempt, now, onAgain }: AwardStateProps) {
  return (
    <div role="status" className="flex min-h-12 animate-arrive flex-wrap items-center gap-x-3 gap-y-2 px-1">
      <StateOf attempt={attempt} now={now} onAgain={onAgain} />
    </div>
  )
}

function StateOf({ attempt, now, onAgain }: AwardStateProps) {
  switch (attempt.state.is) {
    case 'sending':
      return (
        <p className="flex items-center gap-2 text-soft">
          <LoaderCircle aria-hidden className="size-5 animate-spin" />
          {awardTexts.sending}
        </p>
      )
    case 'recorded':
      return <Recorded award={attempt.state.award} now={now} />
    case 'refused':
      return (
        <p className="flex items-center gap-2 text-danger">
          <CircleAlert aria-hidden className="size-5 shrink-0" />
          {awardTexts.refused(attempt.state.reason)}
        </p>
      )
    case 'unconfirmed':
      return (
        <>
          <p className="flex flex-1 basis-60 items-center gap-2 text-warn">
            <WifiOff aria-hidden className="size-5 shrink-0" />
            {awardTexts.unconfirmed}
          </p>
          <Button look="secondary" onClick={onAgain}>
            {awardTexts.sendAgain}
          </Button>
        </>
      )
  }
}

function Recorded({ award, now }: { award: Award; now: number }) {
  const undo = useMutation(mutations.voidAward)
  const voided = undo.data?.award.voided ?? award.voided
  if (voided) {
    return (
      <p className="flex items-center gap-2 text-soft">
        <Undo2 aria-hidden className="size-5" />
        {awardTexts.undone}
      </p>
    )
  }
  return (
    <>
      <p className="flex items-center gap-2 font-semibold text-accent">
        <CircleCheck aria-hidden className="size-5" />
        {awardTexts.recorded}
      </p>
      {mayStillVoid(Date.parse(award.received_at), now) && (
        <Button
          look="secondary"
          busy={undo.isPending}
          className="ml-auto"
          onClick={() => undo.mutate({ award_id: award.award_id })}
        >
          {awardTexts.undo}
        </Button>
      )}
    </>
  )
}
