import { useQuery } from '@tanstack/react-query'
import { formatMoment } from '#lib/clock-time'
import { messageTexts } from '#texts/notices'
import { queries } from '../../api/calls'
import { Modal, ModalHeading, SHEET } from '../../ui/modal'
import { QueryState } from '../../ui/query-state'
import type { LazyDialogProps } from './use-profile-dialog'

/** The organiser's messages, newest first. */
export function MessagesDialog({ onClose }: LazyDialogProps) {
  const query = useQuery(queries.listMessages())
  return (
    <Modal onClose={onClose} className={SHEET}>
      <ModalHeading title={messageTexts.title} onClose={onClose} />
      <QueryState query={query} empty={({ messages }) => messages.length === 0} emptyText={messageTexts.none}>
        {({ messages }) => (
          <ul>
            {messages.map(({ message_id, text, sent_at }) => (
              <li key={message_id} className="border-t border-line py-3 first:border-t-0">
                <p className="whitespace-pre-line wrap-anywhere">{text}</p>
                <p className="text-sm text-soft">{formatMoment(Date.parse(sent_at))}</p>
              </li>
            ))}
          </ul>
        )}
      </QueryState>
    </Modal>
  )
}
