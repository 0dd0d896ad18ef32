import { lazy, type ReactNode, Suspense, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { FallbackToasts } from './fallback-toasts'
import { toastsRequested } from './toast'

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
