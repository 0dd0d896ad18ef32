import { MessageSquareText, X } from 'lucide-react'
import { useState } from 'react'
import type { Message } from '#contract/entities'
import { formatMoment } from '#lib/clock-time'
import { messageTexts } from '#texts/notices'
import { classes } from '../ui/classes'
import { Modal, ModalHeading, SHEET } from '../ui/modal'
import { closeMessage, useOpenMessages } from './messages'

/** Around the line, where it stands by itself. */
export const MESSAGE_FRAME =
  'data-message:rounded-control data-message:border data-message:border-accent data-message:bg-surface data-message:pl-2.5 [&>button:first-child]:grow'

function CloseButton({ id }: { id: string }) {
  return (
    <button
      type="button"
      aria-label={messageTexts.close}
      onClick={() => closeMessage(id)}
      className="settles grid size-12 shrink-0 cursor-pointer place-items-center rounded-full hover:bg-raised"
    >
      <X aria-hidden className="size-5" />
    </button>
  )
}

/** The messages in full, each until the person closes it. */
function Notes({ messages }: { messages: readonly Message[] }) {
  return (
    <ul aria-label={messageTexts.title} className="flex flex-col gap-2">
      {messages.map((message) => (
        <li
          key={message.message_id}
          className="flex items-start gap-3 rounded-card border border-accent bg-surface py-1 pr-1 pl-4"
        >
          <div className="min-w-0 flex-1 py-2">
            <p className="leading-snug whitespace-pre-line wrap-anywhere">{message.text}</p>
            <p className="text-sm text-soft">{messageTexts.from(formatMoment(Date.parse(message.sent_at)))}</p>
          </div>
          <CloseButton id={message.message_id} />
        </li>
      ))}
    </ul>
  )
}

/**
 * The newest open message of the organiser in at most two lines; a tap shows all. It stands in room that is always kept, so that it
 * moves neither a code nor a search.
 */
export function MessageLine({ userId, className }: { userId: string | undefined; className?: string }) {
  const { open } = useOpenMessages(userId)
  const [isWhole, setWhole] = useState(false)
  const [newest] = open
  // The next message comes as a line again.
  if (newest === undefined && isWhole) setWhole(false)
  return (
    <div
      aria-live="polite"
      data-message={newest && ''}
      className={classes('flex h-12 min-w-0 flex-1 items-center justify-end', className)}
    >
      {newest !== undefined && (
        <>
          <button
            key={newest.message_id}
            type="button"
            aria-haspopup="dialog"
            onClick={() => setWhole(true)}
            className="settles flex min-h-12 min-w-0 cursor-pointer items-center gap-2 text-left text-sm leading-tight"
          >
            <MessageSquareText aria-hidden className="size-5 shrink-0 text-accent" />
            <span
              data-time={`${formatMoment(Date.parse(newest.sent_at))} · `}
              className="line-clamp-2 wrap-break-word before:content-[attr(data-time)]"
            >
              {newest.text}
            </span>
          </button>
          {/* The next message's comes where this one was, and takes no second tap. */}
          <CloseButton key={newest.message_id} id={newest.message_id} />
        </>
      )}
      {isWhole && newest !== undefined && (
        <Modal onClose={() => setWhole(false)} className={SHEET}>
          <ModalHeading title={messageTexts.title} onClose={() => setWhole(false)} />
          <Notes messages={open} />
        </Modal>
      )}
    </div>
  )
}
