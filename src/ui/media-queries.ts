import { useCallback, useSyncExternalStore } from 'react'

/** The style sheet's `md` (Tailwind's default). */
const WIDE = '(width >= 48rem)'
/** The style sheet's `hall`. */
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

/** True where places stand beside each other: what only a desktop shows need not be rendered on a phone. */
export function useWideScreen(): boolean {
  return useMedia(WIDE)
}

/** True on a projector or a large screen, which shows other parts of the ranking than a phone. */
export function useHall(): boolean {
  return useMedia(HALL)
}

/** True when the device asks for reduced motion. */
export function wantsLessMotion(): boolean {
  return window.matchMedia('(prefers-reduced-motion: reduce)').matches
}
