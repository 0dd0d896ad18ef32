import { useSyncExternalStore } from 'react'

/** The style sheet's `md` (Tailwind's default). */
const WIDE = '(width >= 48rem)'

function subscribe(onChange: () => void): () => void {
  const query = window.matchMedia(WIDE)
  query.addEventListener('change', onChange)
  return () => query.removeEventListener('change', onChange)
}

/** True where places stand beside each other: what only a desktop shows need not be rendered on a phone. */
export function useWideScreen(): boolean {
  return useSyncExternalStore(subscribe, () => window.matchMedia(WIDE).matches)
}

/** True when the device asks for reduced motion. */
export function wantsLessMotion(): boolean {
  return window.matchMedia('(prefers-reduced-motion: reduce)').matches
}
