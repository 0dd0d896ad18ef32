import { formatRelativeDate } from '#lib/relative-date'
import { outboxTexts } from '#texts/outbox'
import { readClocks } from '../../offline/clock/clocks'
import { queuedMs } from '../../offline/clock/queued-time'
import { isWaiting, type OutboxEntry } from '../../offline/outbox/outbox-entry'
import type { OutboxView } from '../../offline/outbox/outbox-view'
import { useOutbox } from '../../offline/outbox/page-outbox'
import { Button } from '../../ui/button'
import { cancelAward, dismissAward, restoreAward } from './outbox-actions'
import type { OutboxRow as Row } from './use-outbox-rows'

interface OutboxRowProps {
  row: Row
  /** The signed-in account; null on the sign-in page. Only the account that gave an award may cancel or dismiss it. */
  userId: string | null
  /** The server's time (ms). */
  now: number
}

type Standing = 'waiting' | 'sending' | 'cancelling' | 'refused' | 'not-undone' | 'recorded' | 'withdrawn' | 'dismissed'

function standingOf({ entry, gone }: Row, { sending, recorded, withdrawn }: OutboxView): Standing {
  const { awardId, cancelled } = entry
  if (gone) {
    const award = recorded.get(awardId)
    if (withdrawn.has(awardId) || award?.voided === true) return 'withdrawn'
    return award === undefined ? 'dismissed' : 'recorded'
  }
  if (!isWaiting(entry)) return cancelled ? 'not-undone' : 'refused'
  if (sending.has(awardId)) return 'sending'
  return cancelled ? 'cancelling' : 'waiting'
}

/** An award of this device: team, point type, time, state and the possible action. */
export function OutboxRow({ row, userId, now }: OutboxRowProps) {
  const view = useOutbox()
  const { entry } = row
  const standing = standingOf(row, view)
  const madeAt = now - queuedMs(entry.made, readClocks())
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3 first:pt-0 last:pb-0">
      <div className="min-w-0 flex-1 basis-48">
        <p id={`award-${entry.awardId}`} className="font-semibold">
          {entry.teamName}
        </p>
        <p className="text-sm text-soft">
          {entry.label} · {formatRelativeDate(madeAt, new Date(now))}
          {userId !== null && entry.userId !== userId && <> · {outboxTexts.otherAccount}</>}
        </p>
        <StandingText entry={entry} standing={standing} />
      </div>
      {entry.userId === userId && view.storage === 'read' && (
        <RowAction entry={entry} standing={standing} restorable={view.restorable.has(entry.awardId)} />
      )}
    </li>
  )
}

function RowAction({ entry, standing, restorable }: { entry: OutboxEntry; standing: Standing; restorable: boolean }) {
  const { awardId, label, teamName } = entry
  switch (standing) {
    case 'refused':
    case 'not-undone':
      return (
        <Button variant="secondary" arrives aria-describedby={`award-${awardId}`} onClick={() => void dismissAward(awardId)}>
          {outboxTexts.seen}
        </Button>
      )
    case 'waiting':
      return (
        <Button
          variant="quiet"
          arrives
          className="-mx-2 px-2!"
          aria-label={outboxTexts.cancelNamed(label, teamName)}
          onClick={() => void cancelAward(awardId)}
        >
          {outboxTexts.cancel}
        </Button>
      )
    case 'withdrawn':
      if (!restorable) return null
      return (
        <Button
          variant="secondary"
          arrives
          aria-label={outboxTexts.restoreNamed(label, teamName)}
          onClick={() => void restoreAward(awardId)}
        >
          {outboxTexts.restore}
        </Button>
      )
    case 'sending':
    case 'cancelling':
    case 'recorded':
    case 'dismissed':
      return null
  }
}

function StandingText({ entry, standing }: { entry: OutboxEntry; standing: Standing }) {
  const reason = entry.refusal?.reason ?? ''
  switch (standing) {
    case 'waiting':
      return <p className="text-sm text-warn">{outboxTexts.waiting}</p>
    case 'sending':
      return <p className="text-sm text-soft">{outboxTexts.sending}</p>
    case 'cancelling':
      return <p className="text-sm text-warn">{outboxTexts.cancelling}</p>
    case 'refused':
      return <p className="text-sm text-danger">{outboxTexts.refused(reason)}</p>
    case 'not-undone':
      return <p className="text-sm text-danger">{outboxTexts.notUndone(reason)}</p>
    case 'recorded':
      return <p className="text-sm text-accent">{outboxTexts.recorded}</p>
    case 'withdrawn':
      return <p className="text-sm text-soft">{outboxTexts.undone}</p>
    case 'dismissed':
      return <p className="text-sm text-soft">{outboxTexts.seen}</p>
  }
}
