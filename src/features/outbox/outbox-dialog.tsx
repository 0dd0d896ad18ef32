import { outboxTexts } from '#texts/outbox'
import { useOutbox } from '../../offline/outbox/page-outbox'
import { Modal, ModalHeading, SHEET } from '../../ui/modal'
import { OutboxList } from './outbox-list'
import { outboxTitle, StorageNotice } from './outbox-panel'
import { useOutboxRows } from './use-outbox-rows'

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
        <NothingListed storage={outbox.storage} />
      )}
    </Modal>
  )
}

/** The outbox is called empty only if storage could be read (fault 46). */
function NothingListed({ storage }: { storage: 'unknown' | 'read' | 'unreadable' }) {
  switch (storage) {
    case 'unknown':
      return <p className="text-soft">{outboxTexts.reading}</p>
    case 'read':
      return <p className="text-soft">{outboxTexts.allRecorded}</p>
    case 'unreadable':
      return null
  }
}
