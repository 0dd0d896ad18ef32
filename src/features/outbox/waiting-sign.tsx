import { Link } from '@tanstack/react-router'
import { CircleAlert, Hourglass } from 'lucide-react'
import { outboxTexts } from '#i18n/outbox'
import { isWaiting } from '../../offline/outbox-entry'
import { useOutbox } from '../../offline/use-outbox'
import { outboxTitle } from './outbox-panel'

const BASE_CLASSES =
  'flex min-h-12 w-full cursor-pointer items-center justify-center gap-2 border-b border-line bg-raised px-4 text-sm underline-offset-4 hover:underline'

interface WaitingSignProps {
  /** True for staff: the banner links to their board, which shows the outbox. For others it calls `onOpen`. */
  hasBoard: boolean
  onOpen: () => void
}

/** A banner on every screen with the number of waiting or refused awards, or a warning that they cannot be read. */
export function WaitingSign({ hasBoard, onOpen }: WaitingSignProps) {
  const outbox = useOutbox()
  const isUnreadable = outbox.storage === 'unreadable' && (hasBoard || outbox.entries.length > 0)
  if (outbox.entries.length === 0 && !isUnreadable) return null
  const refusedAlone = isUnreadable || !outbox.entries.some(isWaiting)
  const Icon = refusedAlone ? CircleAlert : Hourglass
  const words = (
    <>
      <Icon aria-hidden className="size-4 shrink-0" />
      {isUnreadable ? outboxTexts.storageUnreadableShort : outboxTitle(outbox)}
    </>
  )
  const className = `${BASE_CLASSES} ${refusedAlone ? 'text-danger' : 'text-warn'}`
  return hasBoard ? (
    <Link to="/vendor" className={className}>
      {words}
    </Link>
  ) : (
    <button type="button" className={className} onClick={onOpen}>
      {words}
    </button>
  )
}
