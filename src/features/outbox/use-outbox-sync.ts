import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { awardMany } from '#contract/calls/booth'
import type { AwardRefusalCode } from '#contract/codes'
import type { Award, User } from '#contract/entities'
import { tellWaiting } from '../../api/connection'
import { currentUserQuery } from '../../api/queries'
import { invalidateAfter } from '../../api/query-client'
import { isWaiting } from '../../offline/entry'
import { pageOutbox, useOutbox } from '../../offline/page-outbox'
import { applyAwards } from './apply-awards'
import { useSigningKey } from './show-to-team'
import { useOutboxSignals } from './use-outbox-signals'

/** How often to check the free space (ms): the disk may fill up during the day. */
const CHECK_ROOM_MS = 5 * 60_000
/** Not after other refusals: a team that is gone, or a booth that was lost, would take the screen with the refusal away. */
const TOO_SOON: AwardRefusalCode = 'COOLDOWN'

type Recorded = ReadonlyMap<string, Award>

/** Awards that were recorded or voided since `before`. */
function newIn(recorded: Recorded, before: Recorded): Award[] {
  return [...recorded].flatMap(([awardId, award]) => (before.get(awardId) === award ? [] : [award]))
}

/**
 * Sends this account's awards while it is signed in, refetches queries that recorded awards make stale and that a pause
 * which this device did not know shows to be stale, and refetches the current user if the server reports another session (fault 15).
 */
export function useOutboxSync(user: User | null | undefined): void {
  const queryClient = useQueryClient()
  const { recorded, drainingOf, otherSession, entries, storage } = useOutbox()
  useOutboxSignals()
  useSigningKey(user)
  const account = user?.id ?? null
  const isStaff = user?.vendor_id != null
  // Of an outbox that cannot be read nothing is said.
  const waiting = isStaff && storage === 'read' ? entries.filter(isWaiting).length : null
  useEffect(() => tellWaiting(waiting), [waiting])
  useEffect(() => {
    void pageOutbox.signIn(account)
    return () => void pageOutbox.signIn(null)
  }, [account])
  useEffect(() => {
    if (!isStaff) return
    // Asks the browser not to evict waiting awards when the disk is full (fault 27). It may refuse.
    void navigator.storage?.persist?.()
    void pageOutbox.checkRoom()
    const timer = setInterval(() => void pageOutbox.checkRoom(), CHECK_ROOM_MS)
    return () => clearInterval(timer)
  }, [isStaff])
  useEffect(() => {
    if (otherSession) void queryClient.invalidateQueries({ queryKey: currentUserQuery().queryKey })
  }, [otherSession, queryClient])

  const isDraining = drainingOf !== null
  const tooSoon = entries.filter((entry) => entry.refusal?.code === TOO_SOON).length
  const refetchedCount = useRef(tooSoon)
  useEffect(() => {
    if (isDraining) return
    // Another device was quicker: the button has to show its pause, and without a stream the next reading is far.
    if (tooSoon > refetchedCount.current) void invalidateAfter(queryClient, awardMany)
    refetchedCount.current = tooSoon
  }, [tooSoon, isDraining, queryClient])
  const applied = useRef(recorded)
  const refetchedFor = useRef(recorded)
  useEffect(() => {
    if (recorded !== applied.current) applyAwards(queryClient, newIn(recorded, applied.current))
    applied.current = recorded
    // Refetched after a whole drain, not after each award.
    if (isDraining || recorded === refetchedFor.current) return
    // Again all of this drain: a response that was on its way may have overwritten them, and the refetch may fail.
    applyAwards(queryClient, newIn(recorded, refetchedFor.current))
    refetchedFor.current = recorded
    void invalidateAfter(queryClient, awardMany)
  }, [recorded, isDraining, queryClient])
}
