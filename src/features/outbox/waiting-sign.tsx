import { Link } from '@tanstack/react-router'
import { CircleAlert, Hourglass } from 'lucide-react'
import { outboxTexts } from '#texts/outbox'
import { isWaiting } from '../../offline/entry'
import { useOutbox } from '../../offline/page-outbox'
import { outboxTitle } from './outbox-panel'

const BASE_CLASSES =
  'settles flex min-h-12 min-w-0 cursor-pointer items-center gap-1.5 text-left group-has-[[data-sign]~[data-sign]]/signs:min-w-12 group-has-[[data-sign]~[data-sign]]/signs:justify-center underline-offset-4 hover:underline'

interface WaitingSignProps {
  /** True for staff: the sign leads to the place that shows the outbox. For others it calls `onOpen`. */
  isStaff: boolean
  onOpen: () => void
}

/**
 * Says on every screen how many awards wait or were refused, or that they cannot be read. Beside other signs only the number is
 * shown.
 */
export function WaitingSign({ isStaff, onOpen }: WaitingSignProps) {
  const outbox = useOutbox()
  const isUnreadable = outbox.storage === 'unreadable' && (isStaff || outbox.entries.length > 0)
  if (outbox.entries.length === 0 && !isUnreadable) return null
  const waiting = outbox.entries.filter(isWaiting).length
  const refusedAlone = isUnreadable || waiting === 0
  const Icon = refusedAlone ? CircleAlert : Hourglass
  const words = (
    <>
      <Icon aria-hidden className="size-4 shrink-0" />
      <span className="font-medium group-has-[[data-sign]~[data-sign]]/signs:sr-only @min-[13rem]/signs:text-sm">
        {isUnreadable ? outboxTexts.storageUnreadableShort : outboxTitle(outbox)}
      </span>
      {!isUnreadable && (
        <span aria-hidden className="hidden font-bold tabular-nums group-has-[[data-sign]~[data-sign]]/signs:inline">
          {waiting || outbox.entries.length}
        </span>
      )}
    </>
  )
  const className = `${BASE_CLASSES} ${refusedAlone ? 'text-danger' : 'text-warn'}`
  return isStaff ? (
    <Link to="/vendor/dodjele" data-sign="" className={className}>
      {words}
    </Link>
  ) : (
    <button type="button" data-sign="" className={className} onClick={onOpen}>
      {words}
    </button>
  )
}
