import { awardTexts } from '#i18n/award'
import { formatRelativeDate } from '#lib/relative-date'
import { readClocks } from '../../offline/device-clocks'
import type { OutboxEntry } from '../../offline/outbox-entry'
import { pageOutbox } from '../../offline/page-outbox'
import { queuedMs } from '../../offline/queued-time'
import { useOutbox } from '../../offline/use-outbox'
import { Button } from '../../ui/button'
import { Panel } from '../../ui/panel'
import { useNow } from '../../ui/use-now'

/** What this device has not got confirmed: how many and since when, and what was refused and why. Nothing where there is nothing. */
export function OutboxPanel() {
  const { entries, unreadable, sending } = useOutbox()
  const waiting = entries.filter((entry) => entry.refusal === null)
  if (entries.length === 0 && unreadable.length === 0) return null
  return (
    <Panel title={waiting.length === 0 ? awardTexts.outboxRefused : awardTexts.waitingCount(waiting.length)}>
      <ul className="flex flex-col divide-y divide-line">
        {entries.map((entry) => (
          <OutboxRow key={entry.awardId} entry={entry} underWay={sending.has(entry.awardId)} />
        ))}
      </ul>
      {unreadable.length > 0 && <p className="mt-3 text-danger">{awardTexts.unreadable(unreadable.length)}</p>}
      {waiting.length > 0 && (
        <Button className="mt-4 w-full" busy={sending.size > 0} onClick={() => pageOutbox.kick()}>
          {awardTexts.sendNow}
        </Button>
      )}
    </Panel>
  )
}

function OutboxRow({ entry, underWay }: { entry: OutboxEntry; underWay: boolean }) {
  const now = useNow()
  const madeAt = now - queuedMs(entry.made, readClocks())
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 py-3 first:pt-0 last:pb-0">
      <div className="min-w-0 flex-1 basis-48">
        <p className="font-semibold">{entry.teamName}</p>
        <p className="text-sm text-soft">
          {entry.label} · {formatRelativeDate(madeAt, new Date(now))}
        </p>
        {entry.refusal !== null && <p className="text-sm text-danger">{awardTexts.refused(entry.refusal.reason)}</p>}
      </div>
      {entry.refusal === null ? (
        <p className="text-sm text-warn">{underWay ? awardTexts.sending : awardTexts.waiting}</p>
      ) : (
        <Button look="secondary" onClick={() => void pageOutbox.dismiss(entry.awardId)}>
          {awardTexts.seen}
        </Button>
      )}
    </li>
  )
}
