import { useState } from 'react'
import { outboxTexts } from '#i18n/outbox'
import { formatRelativeDate } from '#lib/relative-date'
import { readClocks } from '../../offline/clocks'
import { pageOutbox } from '../../offline/page-outbox'
import { queuedMs } from '../../offline/queued-time'
import { useOutbox } from '../../offline/use-outbox'
import { Button } from '../../ui/button'
import { Progress } from '../../ui/progress'
import { useNow } from '../../ui/use-now'
import { OutboxRow } from './outbox-row'

/** Five hundred rows would make a phone stutter while it sends them. */
const FIRST = 12

/** Everything that this device made and the server has not confirmed. `userId`: who looks at it, null on the sign-in page. */
export function OutboxList({ userId }: { userId: string | null }) {
  const { entries, unreadable, sending, drainingOf } = useOutbox()
  const [all, setAll] = useState(false)
  const now = useNow()
  const ownWaiting = entries.filter((entry) => entry.userId === userId && entry.refusal === null)
  const [oldest] = entries.filter((entry) => entry.refusal === null)
  // What asks for a person comes first.
  const rows = [...entries.filter((entry) => entry.refusal !== null), ...entries.filter((entry) => entry.refusal === null)]
  const shown = all ? rows : rows.slice(0, FIRST)
  const total = Math.max(drainingOf ?? 0, ownWaiting.length)
  return (
    <div className="flex flex-col gap-4">
      {oldest !== undefined && (
        <p className="text-sm text-soft">
          {outboxTexts.since(formatRelativeDate(now - queuedMs(oldest.made, readClocks()), new Date(now)))}
        </p>
      )}
      {drainingOf !== null && total > 1 && (
        <Progress done={total - ownWaiting.length} all={total} label={outboxTexts.progress(total - ownWaiting.length, total)} />
      )}
      {ownWaiting.length > 0 && (
        <Button busy={sending.size > 0} onClick={() => pageOutbox.sendNow()}>
          {outboxTexts.sendNow}
        </Button>
      )}
      <ul className="flex flex-col divide-y divide-line">
        {shown.map((entry) => (
          <OutboxRow
            key={entry.awardId}
            entry={entry}
            underWay={sending.has(entry.awardId)}
            own={entry.userId === userId}
            now={now}
          />
        ))}
      </ul>
      {shown.length < rows.length && (
        <Button look="secondary" onClick={() => setAll(true)}>
          {outboxTexts.showAll(rows.length)}
        </Button>
      )}
      {unreadable.length > 0 && <p className="text-danger">{outboxTexts.unreadable(unreadable.length)}</p>}
    </div>
  )
}
