import { CircleAlert, CircleCheck, Hourglass } from 'lucide-react'
import { useEffect } from 'react'
import { outboxTexts } from '#texts/outbox'
import { isWaiting } from '../../offline/entry'
import { pageOutbox, useOutbox } from '../../offline/page-outbox'
import type { OutboxView } from '../../offline/view'
import { Modal, ModalHeading, SHEET } from '../../ui/dialog'
import { Room } from '../../ui/loading'
import { Panel } from '../../ui/panel'
import { OutboxList } from './outbox-list'
import { useOutboxRows } from './use-outbox-rows'

/** The number of waiting awards on this device, or of refused ones if none waits. */
export function outboxTitle({ storage, entries }: Pick<OutboxView, 'storage' | 'entries'>): string {
  // The copies may be out of date, so they are not counted.
  if (storage === 'unreadable') return outboxTexts.onDevice
  const waiting = entries.filter(isWaiting).length
  if (waiting > 0) return outboxTexts.waitingCount(waiting)
  return entries.length > 0 ? outboxTexts.refusedCount(entries.length) : outboxTexts.onDevice
}

/** How the line looks and what it says: green once all is recorded, amber while something waits, and only then. */
function lineOf(outbox: OutboxView) {
  const { storage, entries, unreadable } = outbox
  if (storage === 'unreadable' || (entries.length === 0 && unreadable.length > 0)) {
    return [CircleAlert, 'text-danger', outboxTexts.storageUnreadableShort] as const
  }
  if (entries.some(isWaiting)) return [Hourglass, 'text-warn', outboxTitle(outbox)] as const
  if (entries.length > 0) return [CircleAlert, 'text-danger', outboxTitle(outbox)] as const
  if (storage === 'read') return [CircleCheck, 'text-accent', outboxTexts.allRecorded] as const
  return [Hourglass, 'text-soft', outboxTexts.reading] as const
}

/** What this device's outbox holds, in one line that is always there. */
export function OutboxLine() {
  const [Icon, colour, text] = lineOf(useOutbox())
  return (
    <p className={`mt-1 flex items-center gap-2 text-lg font-semibold ${colour}`}>
      <Icon aria-hidden className="size-5 shrink-0" />
      <span className="grid *:[grid-area:1/1]">
        {/* As long as any: what is below does not move when it changes. */}
        <Room text={outboxTexts.storageUnreadableShort} />
        <span>{text}</span>
      </span>
    </p>
  )
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

/** Warns if waiting awards cannot be read, or if the device has no room for more. */
function StorageNotice() {
  const { storage, entries, lowOnRoom } = useOutbox()
  return (
    <div className="flex flex-col gap-2 not-empty:mb-4">
      {storage === 'unreadable' && <p className="text-danger">{outboxTexts.storageUnreadable}</p>}
      {storage === 'unreadable' && entries.length > 0 && <p className="text-soft">{outboxTexts.copies}</p>}
      {lowOnRoom && <p className="text-warn">{outboxTexts.lowOnRoom}</p>}
    </div>
  )
}

/** Shows this device's waiting and refused awards while nobody is signed in. Sends nothing. */
export function SignedOutOutbox() {
  useEffect(() => void pageOutbox.signIn(null), [])
  return <OutboxPanel userId={null} />
}

/** The outbox as a dialog, opened from the menu or the banner. */
export function OutboxDialog({ userId, onClose }: { userId: string; onClose: () => void }) {
  const outbox = useOutbox()
  const rows = useOutboxRows()
  return (
    <Modal onClose={onClose} className={SHEET}>
      <ModalHeading title={outboxTitle(outbox)} onClose={onClose} />
      <StorageNotice />
      {rows.length > 0 || outbox.unreadable.length > 0 ? (
        <OutboxList userId={userId} rows={rows} />
      ) : (
        // Called empty only if storage could be read (fault 46).
        outbox.storage !== 'unreadable' && (
          <p className="text-soft">{outbox.storage === 'read' ? outboxTexts.allRecorded : outboxTexts.reading}</p>
        )
      )}
    </Modal>
  )
}
