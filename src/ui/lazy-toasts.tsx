import { lazy, type ReactNode, Suspense, useEffect, useState, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { type ToastMessage, takeToasts, toastsRequested } from './toast'

const DURATION_MS = 4_000

/** Shows only the newest toast. Used when the chunk of the full toaster could not be loaded. */
function FallbackToasts() {
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

const Toasts = lazy(async (): Promise<{ default: () => ReactNode }> => {
  try {
    return { default: (await import('./toasts')).Toasts }
  } catch {
    // On a first visit without a network the chunk is not cached.
    return { default: FallbackToasts }
  }
})

/** Mounts the toaster at the first toast. It stays above every modal layer, because a message may concern that layer. */
export function LazyToasts() {
  const requested = useSyncExternalStore(toastsRequested.subscribe, toastsRequested.get)
  return createPortal(
    <div data-above-layers="">
      <Suspense>{requested && <Toasts />}</Suspense>
    </div>,
    document.body,
  )
}
