import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { awardMany } from '#contract/calls/booth'
import { scan } from '#contract/calls/scan'
import { deliver } from '#contract/calls/voucher'
import type { AwardRefusalCode } from '#contract/codes'
import type { Award, User } from '#contract/entities'
import { scanTexts } from '#texts/scan'
import { teamTexts } from '#texts/team'
import { voucherTexts } from '#texts/voucher'
import { tellWaiting } from '../../api/connection'
import { currentUserQuery } from '../../api/queries'
import { invalidateAfter } from '../../api/query-client'
import { isWaiting } from '../../offline/entry'
import { pageOutbox, useOutbox } from '../../offline/page-outbox'
import { signalFound, signalRefused } from '../../ui/signal'
import { toast } from '../../ui/toast'
import { applyAwards } from './apply-awards'
import { useSigningKey } from './award-actions'

/** Least time between two signals of a kind (ms), so that a drain of five hundred awards does not signal each. */
const ONE_NEWS_MS = 1_500

/** Awards whose outcome another screen signals. */
export const signalElsewhere = new Set<string>()

interface Counts {
  readonly recorded: number
  readonly refused: number
}

function newsSince(before: Counts | null, now: Counts): keyof Counts | null {
  if (before === null) return null
  if (now.refused > before.refused) return 'refused'
  return now.recorded > before.recorded ? 'recorded' : null
}

/** Signals a recorded or refused award by sound and vibration, because vendors look at people and not at the screen. */
function useOutboxSignals(): void {
  const { recorded: all, entries, storage } = useOutbox()
  const recorded = [...all.keys()].filter((awardId) => !signalElsewhere.has(awardId)).length
  /** Null until the first read: awards from before give no signal. */
  const counts = useRef<Counts | null>(null)
  const lastNews = useRef({ recorded: Number.NEGATIVE_INFINITY, refused: Number.NEGATIVE_INFINITY })
  const refused = entries.filter((entry) => !isWaiting(entry) && !signalElsewhere.has(entry.awardId)).length
  useEffect(() => {
    if (storage !== 'read') return
    const news = newsSince(counts.current, { recorded, refused })
    counts.current = { recorded, refused }
    if (news === null || document.visibilityState !== 'visible') return
    if (performance.now() - lastNews.current[news] < ONE_NEWS_MS) return
    lastNews.current[news] = performance.now()
    if (news === 'refused') signalRefused()
    else signalFound()
  }, [storage, recorded, refused])
}

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

/** Has a player's phone carry the copies that it scanned before the sign-in, and shows a toast for each bonus and each copy that arrived. */
export function useScanReplay(user: User | null | undefined): void {
  const queryClient = useQueryClient()
  const userId = user == null || user.vendor_id !== null ? null : user.id
  const teamId = user?.team?.team_id
  useEffect(() => {
    if (userId !== null) void pageOutbox.claimCopies(userId).catch(() => undefined)
  }, [userId])
  useEffect(() => {
    // Touches wait for a team.
    if (teamId !== undefined) pageOutbox.kick()
  }, [teamId])
  useEffect(
    () =>
      pageOutbox.onAnswer((answer) => {
        switch (answer.kind) {
          case 'scan': {
            const { award } = answer.nfc
            if (award !== null) toast.success(scanTexts.arrived(award.label, teamTexts.signedPoints(award.points)))
            void invalidateAfter(queryClient, scan)
            return
          }
          case 'copy': {
            const { points, vendor_name } = answer.award
            toast.success(voucherTexts.arrived(voucherTexts.what(points, vendor_name ?? voucherTexts.unknownBooth)))
            void invalidateAfter(queryClient, deliver)
            return
          }
        }
      }),
    [queryClient],
  )
}
