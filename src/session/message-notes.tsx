import { MessageSquareText, X } from 'lucide-react'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Message } from '#contract/entities'
import { formatMoment } from '#lib/clock-time'
import { messageTexts } from '#texts/notices'
import { classes } from '../ui/classes'
import { Modal, ModalHeading, SHEET } from '../ui/modal'
import { closeMessage, useOpenMessages } from './messages'

/** More would push the card's code off a phone, and so would older ones in full: each is, once it is the newest that is open. */
const MOST_SHOWN = 3
/** As the utility `settles`. */
const SETTLE_MS = 600

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

function Notes({ messages }: { messages: readonly Message[] }) {
  return (
    <ul aria-label={messageTexts.title} className="flex flex-col gap-2">
      {messages.slice(0, MOST_SHOWN).map((message, index) => (
        <li
          key={message.message_id}
          className="flex items-start gap-3 rounded-card border border-accent bg-surface py-1 pr-1 pl-4"
        >
          <MessageSquareText aria-hidden className="mt-2.5 size-5 shrink-0 text-accent" />
          <div className="min-w-0 flex-1 py-2">
            <p className={classes('leading-snug wrap-anywhere', index === 0 ? 'whitespace-pre-line' : 'line-clamp-1')}>
              {message.text}
            </p>
            <p className="text-sm text-soft">{messageTexts.from(formatMoment(Date.parse(message.sent_at)))}</p>
          </div>
          <CloseButton id={message.message_id} />
        </li>
      ))}
    </ul>
  )
}

/** While what lies beside it moves, because a message comes or goes, no tap lands on it (fault 57). */
function useSettling(count: number) {
  const notes = useRef<HTMLDivElement>(null)
  const before = useRef(count)
  useLayoutEffect(() => {
    if (before.current === count) return
    before.current = count
    notes.current?.parentElement?.animate([{ pointerEvents: 'none' }, { pointerEvents: 'none' }], SETTLE_MS)
  }, [count])
  return notes
}

/** The organiser's messages above a card or board, each until the person closes it. */
export function MessageNotes({ userId }: { userId: string | undefined }) {
  const { open } = useOpenMessages(userId)
  const notes = useSettling(open.length)
  return (
    <div ref={notes} aria-live="polite" className={classes(open.length > 0 && 'mb-5')}>
      {open.length > 0 && <Notes messages={open} />}
    </div>
  )
}

/** The newest of them in one line, which is always there and moves nothing; a tap shows all. */
export function MessageLine({ userId }: { userId: string | undefined }) {
  const { open } = useOpenMessages(userId)
  const [isWhole, setWhole] = useState(false)
  const [newest] = open
  useEffect(() => {
    if (newest === undefined) setWhole(false)
  }, [newest])
  return (
    <div aria-live="polite" data-message={newest && ''} className="flex h-12 min-w-0 flex-1 items-center justify-end">
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
            <span className="line-clamp-2 wrap-anywhere">
              {formatMoment(Date.parse(newest.sent_at))} · {newest.text}
            </span>
          </button>
          {/* The next message's comes where this one was, and takes no second tap. */}
          <CloseButton key={newest.message_id} id={newest.message_id} />
        </>
      )}
      {isWhole && newest !== undefined && (
        <Modal onClose={() => setWhole(false)} className={SHEET}>
          <ModalHeading title={messageTexts.title} onClose={() => setWhole(false)} />
          <MessageNotes userId={userId} />
        </Modal>
      )}
    </div>
  )
}
