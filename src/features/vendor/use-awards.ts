import { useState } from 'react'
import type { Award, PointType } from '#contract/entities'
import { randomUuid } from '../../api/random-uuid'
import { readClocks } from '../../offline/clocks'
import { readMadeAt } from '../../offline/moment-of-tap'
import type { OutboxView } from '../../offline/outbox'
import type { NewOutboxEntry } from '../../offline/outbox-entry'
import { pageOutbox } from '../../offline/page-outbox'
import { queuedMs } from '../../offline/queued-time'
import { useOutbox } from '../../offline/use-outbox'
import { allowSound } from '../../ui/signal'

/** A button stays locked this long after a tap (ms), so that a nervous thumb gives points once. */
const LOCK_MS = 2_000

export type AwardStanding =
  | { readonly is: 'waiting'; readonly awardId: string }
  | { readonly is: 'sending'; readonly awardId: string }
  /** Taken back after it was sent: the server has to be told. */
  | { readonly is: 'cancelling' }
  /** Taken back before it was ever sent. */
  | { readonly is: 'withdrawn' }
  | { readonly is: 'recorded'; readonly award: Award }
  | { readonly is: 'refused'; readonly awardId: string; readonly reason: string }
  /** It is recorded, and the server would not void it any more. */
  | { readonly is: 'not-undone'; readonly awardId: string; readonly reason: string }
  /** The device could not keep it, so nothing was given. */
  | { readonly is: 'not-kept' }

interface Maker {
  readonly team: { readonly team_id: string; readonly team_name: string }
  readonly userId: string
  readonly vendorId: string
}

interface Tap {
  readonly awardId: string
  /** Of a tap that the device does not hold: it could not be stored, or was taken back; null for all others. */
  readonly unstored: AwardStanding | null
  /** Not known yet whether it is stored, or else recorded. */
  readonly pending: boolean
}

function standingOf(view: OutboxView, awardId: string): AwardStanding | undefined {
  const entry = view.entries.find((one) => one.awardId === awardId)
  const award = view.recorded.get(awardId)
  if (entry === undefined) return award === undefined ? undefined : { is: 'recorded', award }
  if (entry.refusal !== null) {
    return { is: entry.cancelled ? 'not-undone' : 'refused', awardId, reason: entry.refusal.reason }
  }
  if (entry.cancelled) return { is: 'cancelling' }
  if (award !== undefined) return { is: 'recorded', award }
  return { is: view.sending.has(awardId) ? 'sending' : 'waiting', awardId }
}

/** The device keeps nothing, so the server must take it now. Null: recorded, and the outbox's view tells so. */
async function giveUnstored(entry: NewOutboxEntry): Promise<AwardStanding | null> {
  const outcome = await pageOutbox.sendUnstored({ ...entry, order: 0 })
  switch (outcome.is) {
    case 'recorded':
      return null
    case 'refused':
      return { is: 'refused', awardId: entry.awardId, reason: outcome.reason }
    case 'failed':
    case 'unreachable':
    case 'other-session':
      return { is: 'not-kept' }
  }
}

/** Awards made on this screen, and what waits for this team from before. */
export function useAwards({ team, userId, vendorId }: Maker) {
  const view = useOutbox()
  const [taps, setTaps] = useState<Readonly<Record<string, Tap>>>({})
  const [locks, setLocks] = useState<ReadonlySet<string>>(new Set())
  const own = view.entries.filter((entry) => entry.teamId === team.team_id && entry.userId === userId)

  function lock(pointType: string) {
    setLocks((before) => new Set([...before, pointType]))
    setTimeout(() => setLocks((before) => new Set([...before].filter((locked) => locked !== pointType))), LOCK_MS)
  }
  function note(pointType: string, tap: Tap) {
    setTaps((before) => ({ ...before, [pointType]: tap }))
  }

  // What waits from before this screen is followed like its own taps: its end is shown here too.
  const unfollowed = own.filter((entry) => taps[entry.pointType] === undefined)
  if (unfollowed.length > 0) {
    const followed = unfollowed.map(({ pointType, awardId }) => [pointType, { awardId, unstored: null, pending: false }] as const)
    setTaps({ ...taps, ...Object.fromEntries(followed) })
  }

  return {
    onlyOnline: view.storage === 'refused',
    /** How the latest award of a point type stands: the last tap, else the last that waits from before. */
    standing(pointType: string): AwardStanding | undefined {
      const tap = taps[pointType]
      return tap === undefined ? undefined : (tap.unstored ?? standingOf(view, tap.awardId))
    },
    /** Until the tap is stored, and at least for a moment. */
    isLocked: (pointType: string): boolean => locks.has(pointType) || taps[pointType]?.pending === true,
    /** When this device's own waiting awards allow the next one (ms, server time); null where none waits. */
    predictedFreeAt(pointType: PointType, now: number): number | null {
      const waiting = own.filter(
        (entry) => entry.pointType === pointType.point_type && entry.refusal === null && !entry.cancelled,
      )
      const ages = waiting.map((entry) => queuedMs(entry.made, readClocks()))
      return ages.length === 0 ? null : now - Math.min(...ages) + pointType.cooldown_seconds * 1000
    },
    /** Takes back an award that the server has not confirmed. */
    async withdraw(pointType: string, awardId: string): Promise<void> {
      if (await pageOutbox.cancel(awardId)) note(pointType, { awardId, unstored: { is: 'withdrawn' }, pending: false })
    },
    give({ point_type, label, points }: PointType): void {
      const awardId = randomUuid()
      allowSound()
      lock(point_type)
      note(point_type, { awardId, unstored: null, pending: true })
      const entry = {
        version: 1 as const,
        awardId,
        userId,
        vendorId,
        teamId: team.team_id,
        teamName: team.team_name,
        pointType: point_type,
        label,
        points,
        made: readMadeAt(),
        attempted: false,
        cancelled: false,
        refusal: null,
      }
      pageOutbox.add(entry).then(
        () => note(point_type, { awardId, unstored: null, pending: false }),
        async () => note(point_type, { awardId, unstored: await giveUnstored(entry), pending: false }),
      )
    },
  }
}
