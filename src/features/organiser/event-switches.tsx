import { closeResults, freeze, reopenResults, reveal } from '#contract/calls/organiser'
import type { Overview } from '#contract/organiser-entities'
import { endOfDayTexts } from '#texts/end-of-day'
import { organiserTexts } from '#texts/organiser'
import { CorrectionDialog } from './correction-dialog'
import { useCorrection } from './organiser-calls'

interface EventSwitchProps {
  readonly change: { readonly isPending: boolean; mutateAsync(input: object): Promise<unknown> }
  readonly label: string
  readonly text: string
}

/** Asks, and changes the whole event. The key closes the dialog when the switch turns. */
function EventSwitch({ change, label, text }: EventSwitchProps) {
  return (
    <CorrectionDialog
      key={label}
      label={label}
      text={text}
      reason={null}
      tone="primary"
      busy={change.isPending}
      onConfirm={() => change.mutateAsync({})}
    />
  )
}

/** Freezes what others see, or reveals the ranking as it is. */
export function FreezeSwitch({ frozenAt }: { frozenAt: string | null }) {
  const [freezing, revealing] = [useCorrection(freeze), useCorrection(reveal)]
  return frozenAt === null ? (
    <EventSwitch change={freezing} label={organiserTexts.freeze} text={organiserTexts.freezeText} />
  ) : (
    <EventSwitch change={revealing} label={organiserTexts.reveal} text={organiserTexts.revealText} />
  )
}

/** Closes the results (rule 17), or opens them again. */
export function CloseSwitch({ event, counts }: Pick<Overview, 'event' | 'counts'>) {
  const [closing, reopening] = [useCorrection(closeResults), useCorrection(reopenResults)]
  const waiting = counts.waiting > 0 ? endOfDayTexts.closeWaiting(organiserTexts.waits(counts.waiting)) : ''
  return event.closed_at === null ? (
    <EventSwitch change={closing} label={endOfDayTexts.close} text={waiting + endOfDayTexts.closeText} />
  ) : (
    <EventSwitch change={reopening} label={endOfDayTexts.reopen} text={endOfDayTexts.reopenText} />
  )
}
