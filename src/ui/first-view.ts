import { startTransition, useEffect, useState } from 'react'
import { afterPaint } from '#lib/timers'

/** True once the app's first view is painted. */
let isPainted = false

/**
 * False until the app's first view is painted. Render the rest after that, in slices: rendering it
 * together with the first view would take a fifth of a start's processor time.
 */
export function useFirstViewPainted(): boolean {
  const [painted, setPainted] = useState(isPainted)
  useEffect(() => {
    let isLeft = false
    // Effects may run before the frame is painted.
    afterPaint(() => {
      isPainted = true
      if (!isLeft) startTransition(() => setPainted(true))
    })
    return () => {
      isLeft = true
    }
  }, [])
  return painted
}
