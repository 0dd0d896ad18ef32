import { closeResults, freeze, reopenResults, reveal } from '#contract/calls/organiser'
import type { Overview } from '#contract/organiser-entities'
import { correctionTexts } from '#texts/corrections'
import { Correction } from './correction'

// The keys close the dialog when the switch turns.

/** Freezes what others see, or reveals the ranking as it is. */
export function FreezeSwitch({ frozenAt }: { frozenAt: string | null }) {
  const [change, says] = frozenAt === null ? [freeze, correctionTexts.freeze] : [reveal, correctionTexts.reveal]
  return <Correction key={says.label} change={change} says={says} input={() => ({})} />
}

/** Closes the results (rule 17), or opens them again. */
export function CloseSwitch({ event, counts }: Pick<Overview, 'event' | 'counts'>) {
  const [change, says] =
    event.closed_at === null ? [closeResults, correctionTexts.close(counts.waiting)] : [reopenResults, correctionTexts.reopen]
  return <Correction key={says.label} change={change} says={says} input={() => ({})} />
}
