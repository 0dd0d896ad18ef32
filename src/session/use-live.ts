import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { listMessages } from '#contract/calls/profile'
import { messageTexts } from '#texts/notices'
import { query } from '../api/calls'
import { whenIdle } from '../pwa/when-idle'
import { toast } from '../ui/toast'

/** Tells a message of the organiser at once. Whoever does not see it reads it in the menu. */
async function tellMessage(client: QueryClient): Promise<void> {
  const { messages } = await client.fetchQuery({ ...query(listMessages, {}), staleTime: 0 })
  const [newest] = messages
  if (newest !== undefined && document.visibilityState === 'visible') toast.success(messageTexts.news(newest.text))
}

/**
 * Follows the live stream while the screen is shown. Its code comes once the screen is ready: until then, and without it, the
 * screen asks as often as without a stream.
 * @param who the account; null for the public ranking; undefined for nobody
 */
export function useLive(who: string | null | undefined): void {
  const client = useQueryClient()
  useEffect(() => {
    if (who === undefined) return
    let stop: (() => void) | null = null
    let isOver = false
    whenIdle(() => {
      import('../live/follow-changes')
        .then(({ followChanges }) => {
          if (!isOver) stop = followChanges(client, who, () => void tellMessage(client).catch(() => undefined))
        })
        .catch(() => undefined)
    })
    return () => {
      isOver = true
      stop?.()
    }
  }, [client, who])
}
