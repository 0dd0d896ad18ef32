import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { whenIdle } from '#lib/timers'

/**
 * Follows the live stream while the screen is shown. Its code is loaded once the screen is ready;
 * until then, or if that fails, the screen polls.
 * @param who the account; null for the public ranking; undefined for nobody
 */
export function useLive(who: string | null | undefined): void {
  const client = useQueryClient()
  useEffect(() => {
    if (who === undefined) return
    let stop: (() => void) | null = null
    let isOver = false
    whenIdle(() => {
      import('./follow-changes')
        .then(({ followChanges }) => {
          if (!isOver) stop = followChanges(client, who)
        })
        .catch(() => undefined)
    })
    return () => {
      isOver = true
      stop?.()
    }
  }, [client, who])
}
