import { lazy, type ReactNode, Suspense, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { FallbackToasts } from './fallback-toasts'
import { onToastsWanted, toastsWanted } from './toast'

const Toasts = lazy(async (): Promise<{ default: () => ReactNode }> => {
  try {
    return { default: (await import('./toasts')).Toasts }
  } catch {
    // Without a network, on a first visit.
    return { default: FallbackToasts }
  }
})

/** The toaster, from the first toast on; above every layer, because what it says may be about that. */
export function ToastsOnceWanted() {
  const wanted = useSyncExternalStore(onToastsWanted, toastsWanted)
  return createPortal(
    <div data-above-layers="">
      <Suspense>{wanted && <Toasts />}</Suspense>
    </div>,
    document.body,
  )
}
