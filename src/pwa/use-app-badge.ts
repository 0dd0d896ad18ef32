import { useEffect } from 'react'

/** Shows a number on the installed app's icon, where the system can; 0 shows none. */
export function useAppBadge(count: number): void {
  useEffect(() => {
    // Refused where the app is not installed.
    void navigator.setAppBadge?.(count)?.catch(() => undefined)
  }, [count])
}
