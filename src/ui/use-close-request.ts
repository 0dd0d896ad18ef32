import { useEffect, useEffectEvent } from 'react'

declare global {
  interface Window {
    /** Chromium's API for Android's back gesture; undefined in other browsers. */
    readonly CloseWatcher?: new () => EventTarget & { destroy(): void }
  }
}

/** Lets Android's back gesture close a layer instead of leaving the screen below it. */
export function useCloseRequest(onClose: () => void): void {
  const close = useEffectEvent(onClose)
  useEffect(() => {
    if (window.CloseWatcher === undefined) return
    const watcher = new window.CloseWatcher()
    watcher.addEventListener('close', () => close())
    return () => watcher.destroy()
  }, [])
}
