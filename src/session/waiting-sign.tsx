import { Link } from '@tanstack/react-router'
import { Hourglass } from 'lucide-react'
import { awardsWaiting } from '#i18n/waiting'
import { useOutbox } from '../offline/use-outbox'

/** How many awards of this device the server has not confirmed, on every screen of a booth; nothing where none waits. */
export function WaitingSign() {
  const waiting = useOutbox().entries.filter((entry) => entry.refusal === null).length
  if (waiting === 0) return null
  return (
    <Link
      to="/vendor"
      className="flex min-h-12 items-center justify-center gap-2 border-b border-line bg-raised px-4 text-sm text-warn underline-offset-4 hover:underline"
    >
      <Hourglass aria-hidden className="size-4 shrink-0" />
      {awardsWaiting(waiting)}
    </Link>
  )
}
