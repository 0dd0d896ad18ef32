import { useEffect } from 'react'

declare global {
  interface Window {
    /** How Chromium hands on Android's back gesture; others have none. */
    readonly CloseWatcher?: new () => EventTarget & { destroy(): void }
  }
}

/** Lets the phone's back gesture close what covers the whole screen, instead of leaving the screen below. */
export function useCloseRequest(open: boolean, onClose: () => void): void {
  useEffect(() => {
    if (!open || window.CloseWatcher === undefined) return
    const watcher = new window.CloseWatcher()
    watcher.addEventListener('close', onClose)
    return () => watcher.destroy()
  }, [open, onClose])
}
