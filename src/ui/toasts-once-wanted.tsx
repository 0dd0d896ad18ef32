import { lazy, type ReactNode, Suspense, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { FallbackToasts } from './fallback-toasts'
import { onToastsWanted, toastsWanted } from './toast'

const Toasts = lazy(async (): Promise<{ default: () => ReactNode }> => {
  try {
    return { default: (await import('./toasts')).Toasts }
  } catch {
    // On a first visit without a network the chunk is not cached.
    return { default: FallbackToasts }
  }
})

/** Mounts the toaster at the first toast. It stays above every modal layer, because a message may concern that layer. */
export function ToastsOnceWanted() {
  const wanted = useSyncExternalStore(onToastsWanted, toastsWanted)
  return createPortal(
    <div data-above-layers="">
      <Suspense>{wanted && <Toasts />}</Suspense>
    </div>,
    document.body,
  )
}
