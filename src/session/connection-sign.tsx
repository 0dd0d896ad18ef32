import { WifiOff } from 'lucide-react'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { toast } from 'sonner'
import { networkTexts } from '#i18n/network'
import { formatMoment } from '#lib/clock-time'
import { currentConnection, onConnectionChange } from '../api/connection'

/** A calm sign that the server does not answer, with the age of what is shown; it goes by itself. */
export function ConnectionSign() {
  const connection = useSyncExternalStore(onConnectionChange, currentConnection)
  const wasAway = useRef(false)
  useEffect(() => {
    if (connection.reachable && wasAway.current) toast.success(networkTexts.back)
    wasAway.current = !connection.reachable
  }, [connection.reachable])

  return (
    <div role="status">
      {!connection.reachable && (
        <p className="flex items-center justify-center gap-2 border-b border-line bg-raised px-4 py-2 text-center text-sm text-warn">
          <WifiOff aria-hidden className="size-4 shrink-0" />
          {connection.lastAnswerAt === null ? networkTexts.away : networkTexts.awaySince(formatMoment(connection.lastAnswerAt))}
        </p>
      )}
    </div>
  )
}
