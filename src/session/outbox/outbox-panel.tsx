import { outboxTexts } from '#i18n/outbox'
import { isWaiting } from '../../offline/outbox-entry'
import type { OutboxView } from '../../offline/outbox-view'
import { useOutbox } from '../../offline/use-outbox'
import { Panel } from '../../ui/panel'
import { OutboxList } from './outbox-list'
import { StorageNotice } from './storage-notice'
import { useOutboxRows } from './use-outbox-rows'

/** How many awards wait on this device, else how many were refused. */
export function outboxTitle({ storage, entries }: Pick<OutboxView, 'storage' | 'entries'>): string {
  // Copies may be older than what they are copies of.
  if (storage === 'unreadable') return outboxTexts.onDevice
  const waiting = entries.filter(isWaiting).length
  if (waiting > 0) return outboxTexts.waitingCount(waiting)
  return entries.length > 0 ? outboxTexts.refusedCount(entries.length) : outboxTexts.onDevice
}

/** The outbox as a part of a screen. Renders nothing where nothing waits and nothing is wrong. */
export function OutboxPanel({ userId }: { userId: string | null }) {
  const outbox = useOutbox()
  const rows = useOutboxRows()
  const quiet = outbox.storage !== 'unreadable' && !outbox.lowOnRoom
  if (quiet && rows.length === 0 && outbox.unreadable.length === 0) return null
  return (
    <Panel title={outboxTitle(outbox)}>
      <StorageNotice />
      {userId === null && rows.length > 0 && <p className="mb-4 text-soft">{outboxTexts.signInToSend}</p>}
      <OutboxList userId={userId} rows={rows} />
    </Panel>
  )
}
