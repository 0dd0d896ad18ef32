import { closeResults, freeze, reopenResults, reveal } from '#contract/calls/organiser'
import type { Overview } from '#contract/organiser-entities'
import { endOfDayTexts } from '#texts/end-of-day'
import { organiserTexts } from '#texts/organiser'
import { Correction } from './correction'

// The keys close the dialog when the switch turns.

/** Freezes what others see, or reveals the ranking as it is. */
export function FreezeSwitch({ frozenAt }: { frozenAt: string | null }) {
  const [change, label, text] =
    frozenAt === null
      ? [freeze, organiserTexts.freeze, organiserTexts.freezeText]
      : [reveal, organiserTexts.reveal, organiserTexts.revealText]
  return <Correction key={label} change={change} label={label} text={text} input={() => ({})} />
}

/** Closes the results (rule 17), or opens them again. */
export function CloseSwitch({ event, counts }: Pick<Overview, 'event' | 'counts'>) {
  const waiting = counts.waiting > 0 ? endOfDayTexts.closeWaiting(organiserTexts.waits(counts.waiting)) : ''
  const [change, label, text] =
    event.closed_at === null
      ? [closeResults, endOfDayTexts.close, waiting + endOfDayTexts.closeText]
      : [reopenResults, endOfDayTexts.reopen, endOfDayTexts.reopenText]
  return <Correction key={label} change={change} label={label} text={text} input={() => ({})} />
}
