import { Link } from '@tanstack/react-router'
import { CircleAlert, Hourglass } from 'lucide-react'
import { useOutbox } from '../../offline/use-outbox'
import { outboxTitle } from './outbox-panel'

const LOOK =
  'flex min-h-12 w-full cursor-pointer items-center justify-center gap-2 border-b border-line bg-raised px-4 text-sm underline-offset-4 hover:underline'

interface WaitingSignProps {
  /** The board shows the outbox itself; whoever has none opens it from here. */
  hasBoard: boolean
  onOpen: () => void
}

/** How many awards of this device the server has not confirmed or has refused, on every screen; nothing where there is none. */
export function WaitingSign({ hasBoard, onOpen }: WaitingSignProps) {
  const outbox = useOutbox()
  if (outbox.entries.length === 0) return null
  const refusedAlone = outbox.entries.every((entry) => entry.refusal !== null)
  const Icon = refusedAlone ? CircleAlert : Hourglass
  const words = (
    <>
      <Icon aria-hidden className="size-4 shrink-0" />
      {outboxTitle(outbox)}
    </>
  )
  const look = `${LOOK} ${refusedAlone ? 'text-danger' : 'text-warn'}`
  return hasBoard ? (
    <Link to="/vendor" className={look}>
      {words}
    </Link>
  ) : (
    <button type="button" className={look} onClick={onOpen}>
      {words}
    </button>
  )
}
