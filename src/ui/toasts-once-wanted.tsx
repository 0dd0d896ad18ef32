import { lazy, type ReactNode, Suspense, useSyncExternalStore } from 'react'
import { PlainToasts } from './plain-toasts'
import { onToastsWanted, toastsWanted } from './toast'

const Toasts = lazy(async (): Promise<{ default: () => ReactNode }> => {
  try {
    return { default: (await import('./toasts')).Toasts }
  } catch {
    // Without a network, on a first visit.
    return { default: PlainToasts }
  }
})

/** The toaster, from the first toast on. */
export function ToastsOnceWanted() {
  const wanted = useSyncExternalStore(onToastsWanted, toastsWanted)
  return <Suspense>{wanted && <Toasts />}</Suspense>
}
