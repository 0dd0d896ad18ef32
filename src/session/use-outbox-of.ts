import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { User } from '#contract/entities'
import { mutations } from '../api/calls'
import { noteContact } from '../offline/device-clocks'
import { pageOutbox } from '../offline/page-outbox'
import { useOutbox } from '../offline/use-outbox'

/** Sends this account's awards while somebody is signed in, and has read anew what a recorded one makes stale. */
export function useOutboxOf(user: User | null | undefined): void {
  const queryClient = useQueryClient()
  const recorded = useOutbox().recorded.size
  const account = user?.vendor_id == null ? null : user.id
  useEffect(() => {
    void pageOutbox.signIn(account)
    // What waits must outlive a full disk (fault 27); a browser may refuse, and then it is as safe as it was.
    if (account !== null) void navigator.storage?.persist?.()
    return () => void pageOutbox.signIn(null)
  }, [account])

  const seen = useRef(recorded)
  useEffect(() => {
    noteContact()
    if (recorded === seen.current) return
    seen.current = recorded
    for (const name of mutations.awardPoints.meta.stale) void queryClient.invalidateQueries({ queryKey: [name] })
  }, [recorded, queryClient])
}
