import { outboxTexts } from '#i18n/outbox'
import { isWaiting } from '../../offline/outbox-entry'
import type { OutboxView } from '../../offline/outbox-view'
import { useOutbox } from '../../offline/use-outbox'
import { Panel } from '../../ui/panel'
import { OutboxList } from './outbox-list'
import { StorageNotice } from './storage-notice'
import { useOutboxRows } from './use-outbox-rows'

/** The number of waiting awards on this device, or of refused ones if none waits. */
export function outboxTitle({ storage, entries }: Pick<OutboxView, 'storage' | 'entries'>): string {
  // The copies may be out of date, so they are not counted.
  if (storage === 'unreadable') return outboxTexts.onDevice
  const waiting = entries.filter(isWaiting).length
  if (waiting > 0) return outboxTexts.waitingCount(waiting)
  return entries.length > 0 ? outboxTexts.refusedCount(entries.length) : outboxTexts.onDevice
}

/** The outbox as a panel. Renders nothing if it is empty and there is no problem with storage. */
export function OutboxPanel({ userId }: { userId: string | null }) {
  const outbox = useOutbox()
  const rows = useOutboxRows()
  const quiet = outbox.storage !== 'unreadable' && !outbox.lowOnRoom
  if (quiet && rows.length === 0 && outbox.unreadable.length === 0) return null
  return (
    <Panel title={outboxTitle(outbox)}>
      <StorageNotice />
      {userId === null && rows.length > 0 && <p className="mb-4 text-soft">{outboxTexts.signInToSend(rows.length)}</p>}
      <OutboxList userId={userId} rows={rows} />
    </Panel>
  )
}
