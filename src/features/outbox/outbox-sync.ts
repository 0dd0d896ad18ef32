import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { awardMany } from '#contract/calls/booth'
import { scan } from '#contract/calls/scan'
import { currentUser } from '#contract/calls/sign-in'
import { deliver } from '#contract/calls/voucher'
import type { AwardRefusalCode } from '#contract/codes'
import type { Award, User } from '#contract/entities'
import { whenIdle } from '#lib/timers'
import { scanTexts } from '#texts/scan'
import { teamTexts } from '#texts/team'
import { voucherTexts } from '#texts/voucher'
import { call } from '../../api/call'
import {
  isReportOutdated,
  reportWaiting,
  serverLedger,
  serverReachable,
} from '../../api/connection'
import { currentUserQuery } from '../../api/queries'
import { invalidateAfter, refreshQueries } from '../../api/query-client'
import { applyAwards } from '../../api/score-queries'
import { isWaiting } from '../../offline/entry'
import { pageOutbox, useOutboxAfterPaint } from '../../offline/page-outbox'
import { prepareToSign } from '../../offline/signing'
import type { OutboxView } from '../../offline/view'
import { signalRefused } from '../../ui/signal'
import { toast } from '../../ui/toast'

/** The ids of awards whose outcome the series dialog signals: no other signal for these. */
export const signalElsewhere = new Set<string>()

/**
 * Signals a refused award by sound and vibration, because vendors look at people and not at the
 * screen.
 */
function useRefusalSignal(): void {
  const { entries, storage } = useOutboxAfterPaint()
  /** The refused awards; null until storage was read, because earlier refusals give no signal. */
  const known = useRef<ReadonlySet<string> | null>(null)
  useEffect(() => {
    if (storage !== 'read') return
    const refused = entries
      .filter((entry) => !isWaiting(entry) && !signalElsewhere.has(entry.awardId))
      .map(({ awardId }) => awardId)
    const before = known.current
    known.current = new Set(refused)
    const isNews = before !== null && refused.some((awardId) => !before.has(awardId))
    if (isNews && document.visibilityState === 'visible') signalRefused()
  }, [storage, entries])
}

/** How often to check the free space (ms): the disk may fill up during the day. */
const CHECK_ROOM_MS = 5 * 60_000
/**
 * The only refusal after which queries are refetched: if the team was deleted or the booth was
 * lost, a refetch would remove the screen that shows the refusal.
 */
const TOO_SOON: AwardRefusalCode = 'COOLDOWN'

/**
 * Makes and registers the key of a booth's device once online. Without private storage there is no
 * key, and awards work as usual.
 */
function useSigningKey(user: User | null | undefined): void {
  const userId = user?.id
  const vendorId = user?.vendor_id ?? null
  useEffect(() => {
    if (userId === undefined || vendorId === null) return
    const staff = { userId, vendorId }
    let isLeft = false
    async function prepare(): Promise<void> {
      if (isLeft) return
      try {
        await prepareToSign(staff)
      } catch {
        // Without private storage or a network there is no key yet.
      }
    }
    // Run attempts one after another and skip none: after a sign-in the ledger may become known
    // while the first attempt runs, too late for it.
    let prepared = new Promise<void>(whenIdle).then(prepare)
    const tryAgain = () => {
      prepared = prepared.then(prepare)
    }
    const stops = [serverLedger.subscribe(tryAgain), serverReachable.subscribe(tryAgain)]
    return () => {
      isLeft = true
      for (const stop of stops) stop()
    }
  }, [userId, vendorId])
}

/**
 * Wait this long after a drain (ms) for any call to report the number of waiting awards, then make
 * one.
 */
const REPORT_AFTER_MS = 1_000

type Recorded = ReadonlyMap<string, Award>

/** Awards that were recorded or voided since `before`. */
function newIn(recorded: Recorded, before: Recorded): Award[] {
  return [...recorded].flatMap(([awardId, award]) => (before.get(awardId) === award ? [] : [award]))
}

/**
 * Counts the waiting awards that calls report. Null if the outbox cannot be read, and for people
 * who need not report: they have no booth, and this page has seen none of their awards. Who left a
 * booth reports the awards that remain, and then that none does.
 */
export function waitingToReport(
  mustReport: boolean,
  { entries, storage }: Pick<OutboxView, 'entries' | 'storage'>,
): number | null {
  if (storage !== 'read' || !(mustReport || entries.length > 0)) return null
  return entries.filter(isWaiting).length
}

/**
 * Sends this account's entries while it is signed in, whichever screen is open. Refetches the
 * queries that become stale when awards are recorded, or when an award is refused because of a
 * cooldown that this device did not know. Refetches the current user if the server reports another
 * session (fault 15).
 */
function useOutboxSync(user: User | null | undefined): void {
  const queryClient = useQueryClient()
  const { recorded, isDraining, otherSession, entries, storage } = useOutboxAfterPaint()
  useRefusalSignal()
  useSigningKey(user)
  const account = user?.id ?? null
  const isStaff = user?.vendor_id != null
  /** The account for which this page reports a number from now on. */
  const [reporting, setReporting] = useState<string | null>(null)
  const mustReport = isStaff || (account !== null && reporting === account)
  const waiting = waitingToReport(mustReport, { entries, storage })
  if (waiting !== null && reporting !== account) setReporting(account)
  useEffect(() => {
    reportWaiting(waiting)
    if (isDraining) return
    // A call during the drain may have reported awards that no longer wait. While the stream is
    // open, no other call may follow that would correct the number.
    const timer = setTimeout(() => {
      if (isReportOutdated()) void call(currentUser, {}).catch(() => undefined)
    }, REPORT_AFTER_MS)
    return () => clearTimeout(timer)
  }, [waiting, isDraining])
  useEffect(() => void pageOutbox.signIn(account), [account])
  useEffect(() => {
    if (!isStaff) return
    // Ask the browser not to evict waiting awards when the disk is full (fault 27). It may refuse.
    void navigator.storage?.persist?.()
    void pageOutbox.checkRoom()
    const timer = setInterval(() => void pageOutbox.checkRoom(), CHECK_ROOM_MS)
    return () => clearInterval(timer)
  }, [isStaff])
  useEffect(() => {
    if (otherSession)
      void refreshQueries(queryClient, ({ queryKey }) => queryKey[0] === currentUser.name)
  }, [otherSession, queryClient])

  const tooSoon = entries.filter((entry) => entry.refusal?.code === TOO_SOON).length
  const refetchedFor = useRef({ recorded, tooSoon })
  useEffect(() => {
    const before = refetchedFor.current
    // Apply all awards of this drain each time: the response of an earlier refetch may have
    // overwritten some, and the refetch after the drain may fail.
    if (recorded !== before.recorded) applyAwards(queryClient, newIn(recorded, before.recorded))
    // Refetch after a whole drain, not after each award.
    if (isDraining) return
    refetchedFor.current = { recorded, tooSoon }
    // Also refetch if an award came too soon after another device's: the button must show the
    // cooldown, and without a stream the next refetch is far off.
    if (recorded !== before.recorded || tooSoon > before.tooSoon)
      void invalidateAfter(queryClient, awardMany)
  }, [recorded, tooSoon, isDraining, queryClient])
}

/**
 * Claims the copies that were scanned before the sign-in, and shows a toast for each bonus and each
 * copy that arrived.
 */
function useScanReplay(user: User | null | undefined): void {
  const queryClient = useQueryClient()
  const isPlayer = user != null && user.vendor_id === null && user.organiser !== true
  const userId = isPlayer ? user.id : null
  const teamId = user?.team?.team_id
  useEffect(() => {
    if (userId !== null) void pageOutbox.claimCopies(userId).catch(() => undefined)
  }, [userId])
  useEffect(() => {
    // Send proven touches: they wait until the player is in a team.
    if (teamId !== undefined) pageOutbox.kick()
  }, [teamId])
  useEffect(
    () =>
      pageOutbox.onAnswer((answer) => {
        switch (answer.kind) {
          case 'scan': {
            const { award } = answer.nfc
            if (award !== null)
              toast.success(scanTexts.arrived(award.label, teamTexts.worth(award.points)))
            void invalidateAfter(queryClient, scan)
            return
          }
          case 'copy': {
            const { points, vendor_name } = answer.award
            toast.success(voucherTexts.arrived(points, vendor_name ?? voucherTexts.unknownBooth))
            void invalidateAfter(queryClient, deliver)
            return
          }
        }
      }),
    [queryClient],
  )
}

/**
 * Keeps the outbox in step with the signed-in user. A separate component, so that a change of the
 * outbox re-renders nothing else.
 */
export function OutboxSync() {
  // Never fetch the user here: this work continues behind screens that need no user.
  const { data: user } = useQuery({ ...currentUserQuery(), enabled: false })
  useOutboxSync(user)
  useScanReplay(user)
  return null
}
