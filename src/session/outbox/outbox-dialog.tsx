import { outboxTexts } from '#i18n/outbox'
import { useOutbox } from '../../offline/use-outbox'
import { Modal, SHEET } from '../../ui/modal'
import { ModalHeading } from '../../ui/modal-heading'
import { OutboxList } from './outbox-list'
import { outboxTitle } from './outbox-panel'

/** The outbox over any screen, opened from the menu. */
export function OutboxDialog({ userId, onClose }: { userId: string; onClose: () => void }) {
  const outbox = useOutbox()
  const empty = outbox.entries.length === 0 && outbox.unreadable.length === 0
  return (
    <Modal onClose={onClose} className={SHEET}>
      <ModalHeading title={outboxTitle(outbox)} onClose={onClose} />
      {empty ? <p className="text-soft">{outboxTexts.allRecorded}</p> : <OutboxList userId={userId} />}
    </Modal>
  )
}
