import { CircleAlert, CircleCheck, Hourglass, LoaderCircle, Undo2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { awardTexts } from '#texts/booth'
import { outboxTexts } from '#texts/outbox'
import { classes } from '../../ui/classes'
import type { AwardStanding } from './give-award'
import type { Undo } from './undo-award'

/** The size of texts of more than one line. */
export const LONG_TEXT = 'text-sm short:text-[0.8125rem]'

/** What is said of an award. */
export function AwardWords({ standing, undo }: { standing: AwardStanding; undo: Undo }) {
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
        <Line className={classes(LONG_TEXT, 'text-danger')} icon={<CircleAlert />}>
          {outboxTexts.notUndone(standing.reason)}
        </Line>
      )
    case 'refused':
      return (
        <Line className={classes(LONG_TEXT, 'text-danger')} icon={<CircleAlert />}>
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
        <Line className={classes(LONG_TEXT, 'text-danger')} icon={<CircleAlert />}>
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
          {undo.problem !== null && <p className="text-[0.8125rem] text-warn">{undo.problem}</p>}
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
