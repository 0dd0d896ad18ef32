import { outboxTexts } from '#i18n/outbox'
import type { OutboxView } from '../../offline/outbox'
import { useOutbox } from '../../offline/use-outbox'
import { Panel } from '../../ui/panel'
import { OutboxList } from './outbox-list'

/** How many awards wait on this device, else how many were refused. */
export function outboxTitle({ entries }: Pick<OutboxView, 'entries'>): string {
  const waiting = entries.filter((entry) => entry.refusal === null).length
  if (waiting > 0) return outboxTexts.waitingCount(waiting)
  return entries.length > 0 ? outboxTexts.refusedCount(entries.length) : outboxTexts.onDevice
}

/** The outbox as a part of a screen; nothing where there is nothing. */
export function OutboxPanel({ userId }: { userId: string | null }) {
  const outbox = useOutbox()
  if (outbox.entries.length === 0 && outbox.unreadable.length === 0) return null
  return (
    <Panel title={outboxTitle(outbox)}>
      {userId === null && <p className="mb-4 text-soft">{outboxTexts.signInToSend}</p>}
      <OutboxList userId={userId} />
    </Panel>
  )
}
