import { useEffect } from 'react'

/**
 * Keeps the screen awake while `active`, where supported. Browsers release the lock when the page is hidden, so it is
 * requested again when the page becomes visible.
 */
export function useWakeLock(active: boolean): void {
  useEffect(() => {
    if (!active || !('wakeLock' in navigator)) return
    let lock: WakeLockSentinel | null = null
    let over = false
    const take = () => {
      if (document.visibilityState !== 'visible') return
      navigator.wakeLock.request('screen').then(
        (taken) => {
          if (over) void taken.release()
          else lock = taken
        },
        // Refused on low battery: the screen sleeps as usual.
        () => undefined,
      )
    }
    take()
    document.addEventListener('visibilitychange', take)
    return () => {
      over = true
      document.removeEventListener('visibilitychange', take)
      void lock?.release()
    }
  }, [active])
}
