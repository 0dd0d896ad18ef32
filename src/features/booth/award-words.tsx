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

/** The size of what is said below a state. */
export const PROBLEM = 'text-[0.8125rem] leading-4.5'

interface AwardWordsProps {
  standing: AwardStanding
  undo: Undo
  /** What was given, and to whom; a reason stands in its place. */
  what?: string | undefined
}

export function AwardWords({ standing, undo, what }: AwardWordsProps) {
  const { icon: Icon, className, text } = wordsOf(standing, undo.done)
  return (
    <>
      <p className={classes('flex gap-2', className)}>
        <Icon aria-hidden className="size-5 shrink-0 self-center" />
        <span className="min-w-0 wrap-break-word">
          <span data-standing="">{text}</span>
          {what !== undefined && !hasReason(standing) && <span>{what}</span>}
        </span>
      </p>
      {standing.is === 'recorded' && !undo.done && undo.problem !== null && (
        <p className={classes(PROBLEM, 'text-warn')}>{undo.problem}</p>
      )}
    </>
  )
}

function hasReason({ is }: AwardStanding): boolean {
  return is === 'refused' || is === 'not-undone' || is === 'not-kept' || is === 'not-kept-sending'
}

/** The state of an award before the latest one, in one line below its button. */
export function EarlierWords({ standing }: { standing: AwardStanding }) {
  const { icon: Icon, className, text } = wordsOf(standing, standing.is === 'recorded' && standing.award.voided)
  return (
    <span className={classes('flex items-center gap-1.5', className)}>
      <Icon aria-hidden className="size-4 shrink-0" />
      <span data-standing="" className="truncate">
        {text}
      </span>
    </span>
  )
}
