import { useEffect, useState } from 'react'
import { type ToastMessage, takeToasts } from './toast'

const DURATION_MS = 4_000

/** Shows only the newest toast. Used when the chunk of the full toaster could not be loaded. */
export function FallbackToasts() {
  const [message, setMessage] = useState<ToastMessage | null>(null)
  useEffect(() => takeToasts(setMessage), [])
  useEffect(() => {
    if (message === null) return
    const timer = setTimeout(() => setMessage(null), DURATION_MS)
    return () => clearTimeout(timer)
  }, [message])
  return (
    <div
      role="status"
      className="pointer-events-none fixed right-4 bottom-[var(--above-bottom-bar,1rem)] left-4 z-30 grid justify-items-end"
    >
      {message !== null && (
        <p className="rounded-control border border-edge bg-raised px-4 py-3 font-medium shadow-2xl">{message.text}</p>
      )}
    </div>
  )
}
