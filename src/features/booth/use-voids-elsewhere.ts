import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { mayStillVoid } from '#rules/award-time'
import { useRefreshInterval } from '../../api/live-state'
import { boothAwardsQuery } from '../../api/merging-queries'
import { pageOutbox, useOutbox } from '../../offline/outbox/page-outbox'

/** Polling interval in ms: the longest time an award stays shown as recorded after another device has voided it (fault 51). */
const ASK_MS = 8_000

/** Polls for voids by other devices while a recorded award can still be voided. `now` is the server's time in ms. */
export function useVoidsElsewhere(now: number): void {
  const { recorded } = useOutbox()
  const enabled = [...recorded.values()].some((award) => !award.voided && mayStillVoid(Date.parse(award.received_at), now))
  const { data } = useQuery({ ...boothAwardsQuery(), enabled, refetchInterval: useRefreshInterval(ASK_MS) })
  useEffect(() => {
    for (const award of data?.awards ?? []) {
      if (award.voided && recorded.get(award.award_id)?.voided === false) pageOutbox.learn(award)
    }
  }, [data, recorded])
}
