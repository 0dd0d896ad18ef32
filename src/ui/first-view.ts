import { startTransition, useEffect, useState } from 'react'

/** The app's first view has been painted. */
let hasStood = false

/**
 * False until the app's first view has been painted: what that view can do without is rendered after it, in slices. Beside it, it takes a
 * fifth of a start's processor time.
 */
export function useFirstViewStands(): boolean {
  const [stands, setStands] = useState(hasStood)
  useEffect(() => {
    // Effects of a transition run after its frame.
    const timer = setTimeout(() => {
      hasStood = true
      startTransition(() => setStands(true))
    })
    return () => clearTimeout(timer)
  }, [])
  return stands
}
