import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { User } from '#contract/entities'
import { mutations, queries } from '../../api/calls'
import { noteContact } from '../../offline/capture-clocks'
import { pageOutbox } from '../../offline/page-outbox'
import { useOutbox } from '../../offline/use-outbox'
import { applyCooldown } from './apply-cooldown'
import { useOutboxSignals } from './use-outbox-signals'

/** The disk may fill up during the day (ms). */
const CHECK_ROOM_MS = 5 * 60_000

/**
 * Sends this account's awards while somebody is signed in, refetches what a recorded award makes stale, and asks who is
 * signed in where the server says that it is somebody else (fault 15).
 */
export function useOutboxOf(user: User | null | undefined): void {
  const queryClient = useQueryClient()
  const { recorded, drainingOf, otherSession } = useOutbox()
  useOutboxSignals()
  const account = user?.id ?? null
  const isStaff = user?.vendor_id != null
  useEffect(() => {
    void pageOutbox.signIn(account)
    return () => void pageOutbox.signIn(null)
  }, [account])
  useEffect(() => {
    if (!isStaff) return
    // What waits must outlive a full disk (fault 27); a browser may refuse, and then it is as safe as it was.
    void navigator.storage?.persist?.()
    void pageOutbox.checkRoom()
    const timer = setInterval(() => void pageOutbox.checkRoom(), CHECK_ROOM_MS)
    return () => clearInterval(timer)
  }, [isStaff])
  useEffect(() => {
    if (otherSession) void queryClient.invalidateQueries({ queryKey: queries.currentUser().queryKey })
  }, [otherSession, queryClient])

  // Once a drain is over, not after each of its awards.
  const settled = drainingOf === null ? recorded : null
  const seen = useRef(recorded)
  useEffect(() => {
    noteContact()
    if (settled === null || settled === seen.current) return
    for (const [awardId, award] of settled) if (seen.current.get(awardId) !== award) applyCooldown(queryClient, award)
    seen.current = settled
    for (const name of mutations.awardPoints.meta.stale) void queryClient.invalidateQueries({ queryKey: [name] })
  }, [settled, queryClient])
}
