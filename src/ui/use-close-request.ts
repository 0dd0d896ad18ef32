import { useEffect, useEffectEvent } from 'react'

declare global {
  interface Window {
    /** How Chromium hands on Android's back gesture; others have none. */
    readonly CloseWatcher?: new () => EventTarget & { destroy(): void }
  }
}

/** Lets the phone's back gesture close what lies over the screen, instead of leaving the screen below. */
export function useCloseRequest(onClose: () => void): void {
  const close = useEffectEvent(onClose)
  useEffect(() => {
    if (window.CloseWatcher === undefined) return
    const watcher = new window.CloseWatcher()
    watcher.addEventListener('close', () => close())
    return () => watcher.destroy()
  }, [])
}
