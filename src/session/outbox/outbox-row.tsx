import { outboxTexts } from '#i18n/outbox'
import { formatRelativeDate } from '#lib/relative-date'
import { readClocks } from '../../offline/clocks'
import type { OutboxEntry } from '../../offline/outbox-entry'
import { pageOutbox } from '../../offline/page-outbox'
import { queuedMs } from '../../offline/queued-time'
import { Button } from '../../ui/button'

interface OutboxRowProps {
  entry: OutboxEntry
  underWay: boolean
  /** Whether whoever looks at it made it: only they may take it back or put it aside. */
  own: boolean
  /** ms, server time. */
  now: number
}

/** An award that the server has not confirmed: to whom, what for, when, how it stands and what may be done about it. */
export function OutboxRow({ entry, underWay, own, now }: OutboxRowProps) {
  const madeAt = now - queuedMs(entry.made, readClocks())
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3 first:pt-0 last:pb-0">
      <div className="min-w-0 flex-1 basis-48">
        <p id={`award-${entry.awardId}`} className="font-semibold">
          {entry.teamName}
        </p>
        <p className="text-sm text-soft">
          {entry.label} · {formatRelativeDate(madeAt, new Date(now))}
          {!own && <> · {outboxTexts.otherAccount}</>}
        </p>
        <OutboxState entry={entry} underWay={underWay} />
      </div>
      {own && entry.refusal !== null && (
        <Button
          look="secondary"
          aria-describedby={`award-${entry.awardId}`}
          onClick={() => void pageOutbox.dismiss(entry.awardId)}
        >
          {outboxTexts.seen}
        </Button>
      )}
      {own && entry.refusal === null && !entry.cancelled && !underWay && (
        <Button
          look="quiet"
          className="-mx-2 px-2!"
          aria-label={outboxTexts.cancelNamed(entry.label, entry.teamName)}
          onClick={() => void pageOutbox.cancel(entry.awardId)}
        >
          {outboxTexts.cancel}
        </Button>
      )}
    </li>
  )
}

function OutboxState({ entry, underWay }: Pick<OutboxRowProps, 'entry' | 'underWay'>) {
  if (entry.refusal !== null) {
    const words = entry.cancelled ? outboxTexts.notUndone : outboxTexts.refused
    return <p className="text-sm text-danger">{words(entry.refusal.reason)}</p>
  }
  if (underWay) return <p className="text-sm text-soft">{outboxTexts.sending}</p>
  return <p className="text-sm text-warn">{entry.cancelled ? outboxTexts.cancelling : outboxTexts.waiting}</p>
}
