import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { PointType } from '#contract/entities'
import { boothAwardsQuery } from '../../api/merging-queries'
import { captureClocks, readClocks } from '../../offline/clock/clocks'
import { queuedMs } from '../../offline/clock/queued-time'
import { type AwardState, stateOfAward } from '../../offline/outbox/award-state'
import { createOutboxEntry, isWaiting, type NewOutboxEntry } from '../../offline/outbox/outbox-entry'
import { pageOutbox, useOutbox } from '../../offline/outbox/page-outbox'
import { allowSound } from '../../ui/signal'
import { freeAgainAfter, seenRecorded } from './seen-recorded'

/** How long a button stays locked after a tap, in ms, so that a double tap gives points once. */
const LOCK_MS = 2_000

export type AwardStanding =
  | AwardState
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
  const { data: listed } = useQuery({ ...boothAwardsQuery(), enabled: false })
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
      if (tap === undefined) return undefined
      const entry = view.entries.find(({ awardId }) => awardId === tap.awardId)
      return stateOfAward(view, tap.awardId, entry) ?? tap.unstored ?? undefined
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
