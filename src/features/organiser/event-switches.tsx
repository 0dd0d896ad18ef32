import { useQuery } from '@tanstack/react-query'
import { closeResults, freeze, reopenResults, reveal, revealNext } from '#contract/calls/organiser'
import { ranking } from '#contract/calls/ranking'
import type { Overview } from '#contract/organiser-entities'
import { correctionTexts } from '#texts/corrections'
import { endOfDayTexts } from '#texts/end-of-day'
import { useRefreshInterval } from '../../api/live-state'
import { query } from '../../api/queries'
import { Button } from '../../ui/button'
import { Correction } from './correction'
import { REFRESH_MS, useCorrection } from './organiser-calls'

// The keys close the dialog when the switch turns.

/** Freezes what others see, or reveals the ranking as it is. */
export function FreezeSwitch({ frozenAt }: { frozenAt: string | null }) {
  if (frozenAt !== null) return <Reveal />
  return <Correction key="freeze" change={freeze} says={correctionTexts.freeze} input={() => ({})} />
}

/** Uncovers the frozen ranking place by place, or all of it. Where one organiser stopped, any other one goes on. */
function Reveal() {
  const { data } = useQuery({ ...query(ranking, { limit: 1 }), refetchInterval: useRefreshInterval(REFRESH_MS) })
  const next = useCorrection(revealNext, {})
  const underWay = data?.reveal ?? null
  const shown = underWay?.shown?.team
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-3">
      <p role="status" className="w-full empty:hidden">
        {underWay !== null && endOfDayTexts.uncovered(shown, underWay.covered.length)}
      </p>
      {underWay === null && <Correction change={revealNext} says={correctionTexts.revealNext} input={() => ({ after: '' })} />}
      {underWay !== null && underWay.covered.length > 0 && (
        <Button busy={next.isPending} onClick={() => next.mutate({ after: shown?.team_id ?? '' })}>
          {correctionTexts.revealNext.label}
        </Button>
      )}
      <Correction key="reveal" change={reveal} says={correctionTexts.reveal} input={() => ({})} />
    </div>
  )
}

/** Closes the results (rule 17), or opens them again. */
export function CloseSwitch({ event, counts }: Pick<Overview, 'event' | 'counts'>) {
  const [change, says] =
    event.closed_at === null ? [closeResults, correctionTexts.close(counts.waiting)] : [reopenResults, correctionTexts.reopen]
  return <Correction key={says.label} change={change} says={says} input={() => ({})} />
}
