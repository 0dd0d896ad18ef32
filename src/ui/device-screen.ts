import { useCallback, useEffect, useSyncExternalStore } from 'react'

/** The style sheet's `md` (Tailwind's default). */
const WIDE = '(width >= 48rem)'
/** The style sheet's `projector`. */
const HALL = '(width >= 64rem) and (orientation: landscape)'

function useMedia(condition: string): boolean {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const query = window.matchMedia(condition)
      query.addEventListener('change', onChange)
      return () => query.removeEventListener('change', onChange)
    },
    [condition],
  )
  return useSyncExternalStore(subscribe, () => window.matchMedia(condition).matches)
}

/** True on a wide screen: phones need not render desktop-only parts. */
export function useWideScreen(): boolean {
  return useMedia(WIDE)
}

/** True on a projector or a large screen, which shows other parts of the ranking than a phone. */
export function useProjector(): boolean {
  return useMedia(HALL)
}

/** True when the device asks for reduced motion. */
export function wantsLessMotion(): boolean {
  return window.matchMedia('(prefers-reduced-motion: reduce)').matches
}

/** Runs `act` once, as soon as the page is visible. Returns a function that cancels it. */
export function whenVisible(act: () => void): () => void {
  const onVisible = () => {
    if (document.visibilityState !== 'visible') return
    document.removeEventListener('visibilitychange', onVisible)
    act()
  }
  document.addEventListener('visibilitychange', onVisible)
  onVisible()
  return () => document.removeEventListener('visibilitychange', onVisible)
}

/** Delay before requesting the lock again after the system released it (ms). */
const WAKE_AGAIN_MS = 1_000

/**
 * Keeps the screen awake while `active`, where supported. Browsers release the lock when the page
 * is hidden, and systems at any time; request it again after a short delay and when the page
 * becomes visible.
 */
export function useWakeLock(active: boolean): void {
  useEffect(() => {
    if (!active || !('wakeLock' in navigator)) return
    let lock: WakeLockSentinel | null = null
    let ended = false
    let again: ReturnType<typeof setTimeout> | undefined
    const take = () => {
      if (ended || document.visibilityState !== 'visible' || lock?.released === false) return
      navigator.wakeLock.request('screen').then(
        (taken) => {
          if (ended) {
            void taken.release()
            return
          }
          lock = taken
          taken.addEventListener('release', () => {
            clearTimeout(again)
            again = setTimeout(take, WAKE_AGAIN_MS)
          })
        },
        // Refused on low battery: let the screen sleep as usual.
        () => undefined,
      )
    }
    take()
    document.addEventListener('visibilitychange', take)
    return () => {
      ended = true
      clearTimeout(again)
      document.removeEventListener('visibilitychange', take)
      void lock?.release()
    }
  }, [active])
}
