import { outboxTexts } from '#i18n/outbox'
import { useOutbox } from '../../offline/use-outbox'

/** Warns if waiting awards cannot be read, or if the device has no room for more. */
export function StorageNotice() {
  const { storage, entries, lowOnRoom } = useOutbox()
  return (
    <div className="flex flex-col gap-2 not-empty:mb-4">
      {storage === 'unreadable' && <p className="text-danger">{outboxTexts.storageUnreadable}</p>}
      {storage === 'unreadable' && entries.length > 0 && <p className="text-soft">{outboxTexts.copies}</p>}
      {lowOnRoom && <p className="text-warn">{outboxTexts.lowOnRoom}</p>}
    </div>
  )
}
