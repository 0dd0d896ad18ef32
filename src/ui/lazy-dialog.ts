import { type ComponentType, useCallback, useState } from 'react'
import { toast } from './toast'

/** A dialog whose chunk is loaded when it is first opened. `notLoaded` is said if it cannot be. */
export function useLazyDialog<Props>(load: () => Promise<ComponentType<Props>>, notLoaded: string) {
  const [Loaded, setLoaded] = useState<ComponentType<Props> | null>(null)
  const [isOpen, setOpen] = useState(false)
  const close = useCallback(() => setOpen(false), [])
  function open(): void {
    setOpen(true)
    if (Loaded !== null || isOpen) return
    load().then(
      (loaded) => setLoaded(() => loaded),
      () => {
        setOpen(false)
        toast.error(notLoaded)
      },
    )
  }
  return { open, close, isOpen, isLoading: isOpen && Loaded === null, Dialog: isOpen ? Loaded : null }
}
