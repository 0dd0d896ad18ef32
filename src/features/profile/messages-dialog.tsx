import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { listMessages } from '#contract/calls/profile'
import { formatMoment } from '#lib/clock-time'
import { messageTexts } from '#texts/notices'
import { query } from '../../api/queries'
import { markRead } from '../../session/messages'
import { Modal, ModalHeading, SHEET } from '../../ui/dialog'
import { QueryState } from '../../ui/loading'

export function MessagesDialog({ onClose }: { onClose: () => void }) {
  const list = useQuery(query(listMessages, {}))
  const { data } = list
  useEffect(() => markRead(data?.messages ?? []), [data])
  return (
    <Modal onClose={onClose} className={SHEET}>
      <ModalHeading title={messageTexts.title} onClose={onClose} />
      <QueryState query={list} empty={({ messages }) => messages.length === 0} emptyText={messageTexts.none}>
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
