import { CircleAlert, CircleCheck, Hourglass, LoaderCircle, type LucideIcon, Undo2 } from 'lucide-react'
import { awardTexts } from '#texts/booth'
import { outboxTexts } from '#texts/outbox'
import { classes } from '../../ui/classes'
import type { AwardStanding } from './give-award'
import type { Undo } from './undo-award'

/** The size of texts of more than one line. */
export const LONG_TEXT = 'text-sm short:text-[0.8125rem]'

interface Words {
  readonly icon: LucideIcon
  readonly className: string
  readonly text: string
}

const UNDONE: Words = { icon: Undo2, className: 'text-soft', text: outboxTexts.undone }

export function wordsOf(standing: AwardStanding, isUndone: boolean): Words {
  const wrong = (text: string): Words => ({ icon: CircleAlert, className: classes(LONG_TEXT, 'text-danger'), text })
  switch (standing.is) {
    case 'waiting':
      return { icon: Hourglass, className: 'text-warn', text: outboxTexts.waiting }
    case 'sending':
      return { icon: LoaderCircle, className: 'text-soft [&_svg]:animate-spin', text: outboxTexts.sending }
    case 'cancelling':
      return { icon: Hourglass, className: 'text-warn', text: outboxTexts.cancelling }
    case 'withdrawn':
      return UNDONE
    case 'not-undone':
      return wrong(outboxTexts.notUndone(standing.reason))
    case 'refused':
      return wrong(outboxTexts.refused(standing.reason))
    case 'not-kept-sending':
      return { icon: CircleAlert, className: 'text-warn', text: awardTexts.notKeptSending }
    case 'not-kept':
      return wrong(awardTexts.notKept)
    case 'recorded':
      return isUndone ? UNDONE : { icon: CircleCheck, className: 'font-semibold text-accent', text: outboxTexts.recorded }
  }
}

export function AwardWords({ standing, undo }: { standing: AwardStanding; undo: Undo }) {
  const { icon: Icon, className, text } = wordsOf(standing, undo.done)
  return (
    <>
      <p className={classes('flex items-center gap-2', className)}>
        <Icon aria-hidden className="size-5 shrink-0" />
        {text}
      </p>
      {standing.is === 'recorded' && !undo.done && undo.problem !== null && (
        <p className="text-[0.8125rem] text-warn">{undo.problem}</p>
      )}
    </>
  )
}
