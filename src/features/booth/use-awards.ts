import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { Award, PointType } from '#contract/entities'
import { queries } from '../../api/calls'
import { captureClocks, readClocks } from '../../offline/clock/clocks'
import { queuedMs } from '../../offline/clock/queued-time'
import { createOutboxEntry, isWaiting, type NewOutboxEntry } from '../../offline/outbox/outbox-entry'
import type { OutboxView } from '../../offline/outbox/outbox-view'
import { pageOutbox, useOutbox } from '../../offline/outbox/page-outbox'
import { allowSound } from '../../ui/signal'
import { freeAgainAfter, seenRecorded } from './seen-recorded'

/** How long a button stays locked after a tap, in ms, so that a double tap gives points once. */
const LOCK_MS = 2_000

export type AwardStanding =
  | { readonly is: 'waiting'; readonly awardId: string }
  | { readonly is: 'sending'; readonly awardId: string }
  /** Cancelled after it was sent: the server has to be told. */
  | { readonly is: 'cancelling' }
  /** Cancelled before it was sent; `restorable` while this page can bring it back. */
  | { readonly is: 'withdrawn'; readonly awardId: string; readonly restorable: boolean }
  | { readonly is: 'recorded'; readonly award: Award }
  | { readonly is: 'refused'; readonly awardId: string; readonly reason: string }
  /** The award is recorded, and the server refused to void it. */
  | { readonly is: 'not-undone'; readonly awardId: string; readonly reason: string }
  /** Storing it on the device failed; it is being sent immediately. */
  | { readonly is: 'not-kept-sending' }
  /** Storing it on the device failed, and the server has not confirmed it. */
  | { readonly is: 'not-kept' }

interface Maker {
  readonly team: { readonly team_id: string; readonly team_name: string }
  readonly userId: string
  readonly vendorId: string
}

interface Followed {
  readonly awardId: string
  /** The state of an award that could not be stored; null for all others. */
  readonly unstored: AwardStanding | null
  /** True until it is known whether the award was stored. */
  readonly pending: boolean
}

function standingOf(view: OutboxView, { awardId, unstored }: Followed): AwardStanding | undefined {
  const entry = view.entries.find((one) => one.awardId === awardId)
  const award = view.recorded.get(awardId)
  if (entry === undefined) {
    if (award !== undefined) return { is: 'recorded', award }
    if (view.withdrawn.has(awardId)) return { is: 'withdrawn', awardId, restorable: view.restorable.has(awardId) }
    return unstored ?? undefined
  }
  if (entry.refusal !== null) {
    return { is: entry.cancelled ? 'not-undone' : 'refused', awardId, reason: entry.refusal.reason }
  }
  if (entry.cancelled) return { is: 'cancelling' }
  // Recorded by an earlier ledger alone is not recorded any more.
  if (award !== undefined && !entry.again) return { is: 'recorded', award }
  return { is: view.sending.has(awardId) ? 'sending' : 'waiting', awardId }
}

/** Sends an award that could not be stored. Returns null if it was recorded, because the outbox's view then shows it. */
async function giveUnstored(entry: NewOutboxEntry): Promise<AwardStanding | null> {
  const outcome = await pageOutbox.sendUnstored(entry)
  switch (outcome.is) {
    case 'recorded':
      return null
    case 'refused':
      return { is: 'refused', awardId: entry.awardId, reason: outcome.reason }
    case 'failed':
    case 'later':
    case 'other-session':
      return { is: 'not-kept' }
  }
}

/** The awards made on this screen, and this team's awards that were already waiting. */
export function useAwards({ team, userId, vendorId }: Maker) {
  const view = useOutbox()
  const { data: listed } = useQuery({ ...queries.listAwards(), enabled: false })
  const [taps, setTaps] = useState<Readonly<Record<string, Followed>>>({})
  const [locks, setLocks] = useState<ReadonlySet<string>>(new Set())
  /** A ref as well as state, because several taps may come before the next render: four quick clicks are one award. */
  const locked = useRef(new Set<string>())
  const own = view.entries.filter((entry) => entry.teamId === team.team_id && entry.userId === userId)

  function lock(pointType: string) {
    locked.current.add(pointType)
    setLocks(new Set(locked.current))
    setTimeout(() => {
      locked.current.delete(pointType)
      setLocks(new Set(locked.current))
    }, LOCK_MS)
  }
  function note(pointType: string, tap: Followed) {
    setTaps((before) => ({ ...before, [pointType]: tap }))
  }

  // Awards that were already waiting are tracked like this screen's own, so that their outcome is shown here too.
  const unfollowed = own.filter((entry) => taps[entry.pointType] === undefined)
  if (unfollowed.length > 0) {
    const followed = unfollowed.map(({ pointType, awardId }) => [pointType, { awardId, unstored: null, pending: false }] as const)
    setTaps({ ...taps, ...Object.fromEntries(followed) })
  }

  return {
    /** The state of the latest award of a point type: of the last tap, else of the last award that was already waiting. */
    standing(pointType: string): AwardStanding | undefined {
      const tap = taps[pointType]
      return tap === undefined ? undefined : standingOf(view, tap)
    },
    /** True until the tap is stored or storing has failed, and for at least LOCK_MS. */
    isLocked: (pointType: string): boolean => locks.has(pointType) || taps[pointType]?.pending === true,
    /** When the cooldown after the awards that this device has seen recorded ends (ms, server time); null if there are none. */
    seenFreeAt: (pointType: PointType): number | null =>
      freeAgainAfter(
        seenRecorded({ listed, recorded: view.recorded }),
        { team_id: team.team_id, vendor_id: vendorId },
        pointType,
      ),
    /** When the cooldown of this device's own waiting awards ends (ms, server time); null if none waits. */
    predictedFreeAt(pointType: PointType, now: number): number | null {
      const waiting = own.filter((entry) => entry.pointType === pointType.point_type && isWaiting(entry) && !entry.cancelled)
      const ages = waiting.map((entry) => queuedMs(entry.made, readClocks()))
      return ages.length === 0 ? null : now - Math.min(...ages) + pointType.cooldown_seconds * 1000
    },
    give(pointType: PointType): void {
      const { point_type } = pointType
      if (locked.current.has(point_type)) return
      const entry = createOutboxEntry({ userId, vendorId, team, pointType }, captureClocks())
      const { awardId } = entry
      lock(point_type)
      allowSound()
      note(point_type, { awardId, unstored: null, pending: true })
      pageOutbox.add(entry).then(
        () => note(point_type, { awardId, unstored: null, pending: false }),
        async () => {
          note(point_type, { awardId, unstored: { is: 'not-kept-sending' }, pending: false })
          note(point_type, { awardId, unstored: await giveUnstored(entry), pending: false })
        },
      )
    },
  }
}
