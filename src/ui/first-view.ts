import { startTransition, useEffect, useState } from 'react'

/** True once the app's first view is painted. */
let isPainted = false

/**
 * False until the app's first view is painted. Render the rest after it, in slices: rendered
 * together with it, it takes a fifth of a start's processor time.
 */
export function useFirstViewPainted(): boolean {
  const [painted, setPainted] = useState(isPainted)
  useEffect(() => {
    // Wait longer: effects of a transition run only after its frame.
    const timer = setTimeout(() => {
      isPainted = true
      startTransition(() => setPainted(true))
    })
    return () => clearTimeout(timer)
  }, [])
  return painted
}
