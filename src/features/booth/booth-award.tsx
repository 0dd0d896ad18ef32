import { useRef } from 'react'
import type { Award } from '#contract/entities'
import { awardTexts } from '#i18n/booth'
import { teamTexts } from '#i18n/team'
import { formatRelativeDate } from '#lib/relative-date'
import { mayStillVoid } from '#rules/award-time'
import { Button } from '../../ui/button'
import { classes } from '../../ui/classes'
import { useUndo } from './undo-award'

/** One award of the booth. `now` is the server's time in ms. */
export function BoothAward({ award, now }: { award: Award; now: number }) {
  const row = useRef<HTMLLIElement>(null)
  const undo = useUndo(award)
  const given = new Date(Math.max(now, Date.parse(award.awarded_at)))
  const mayUndo = !undo.done && !undo.refused && mayStillVoid(Date.parse(award.received_at), now)
  return (
    <li ref={row} tabIndex={-1} className="flex flex-col gap-2 py-3 outline-none first:pt-0 last:pb-0">
      <div>
        <div className="flex items-baseline justify-between gap-3">
          <p className={classes('min-w-0 font-semibold', undo.done && 'text-soft line-through')}>{award.team_name}</p>
          <p
            className={classes('whitespace-nowrap tabular-nums', undo.done ? 'text-soft line-through' : 'font-bold text-accent')}
          >
            {teamTexts.signedPoints(award.points)}
          </p>
        </div>
        <p className="text-sm text-soft">
          {award.label} · {formatRelativeDate(award.awarded_at, given)}
          {undo.done && <> · {awardTexts.undone}</>}
        </p>
      </div>
      {undo.problem !== null && !undo.done && (
        <p role="alert" className="text-sm text-warn">
          {undo.problem}
        </p>
      )}
      {mayUndo && (
        <Button
          variant="secondary"
          busy={undo.busy}
          aria-label={awardTexts.undoNamed(award.label, award.team_name)}
          arrives
          className="self-start max-sm:w-full"
          // The button is unmounted, so the focus moves to its row.
          onClick={() => undo.run(() => row.current?.focus())}
        >
          {awardTexts.undo}
        </Button>
      )}
    </li>
  )
}
