import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { voidAward } from '#contract/calls/booth'
import type { Award, PointType } from '#contract/entities'
import { createObservable } from '#lib/observable'
import { mayStillVoid } from '#rules/award-time'
import { awardTexts } from '#texts/booth'
import { ApiError } from '../../api/errors'
import { useRefreshInterval } from '../../api/live-state'
import { boothAwardsQuery } from '../../api/merging-queries'
import { mutation } from '../../api/queries'
import { captureClocks } from '../../offline/clocks'
import { createOutboxEntry, type NewOutboxEntry } from '../../offline/entry'
import { pageOutbox, useOutbox } from '../../offline/page-outbox'
import { type AwardState, type OutboxView, stateOfAward } from '../../offline/view'
import { allowSound } from '../../ui/signal'
import type { KnownAwards } from './pause'

export type GivenState =
  | AwardState
  /** Storing it on the device failed; it is being sent immediately. */
  | { readonly is: 'not-kept-sending' }
  /** Storing it on the device failed, and the server has not confirmed it. */
  | { readonly is: 'not-kept' }

export interface Followed {
  readonly awardId: string
  /** The state of an award that could not be stored; null for all others. */
  readonly unstored: GivenState | null
  /** True until it is known whether the award was stored. */
  readonly pending: boolean
}

/** The award that was given last since the page was loaded, whatever has become of the screen that gave it. */
export const lastGiven = createObservable<{ readonly entry: NewOutboxEntry; readonly followed: Followed } | null>(null)

/** Sends an award that could not be stored. Returns null if it was recorded, because the outbox's view then shows it. */
async function giveUnstored(entry: NewOutboxEntry): Promise<GivenState | null> {
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

/** Gives an award through the outbox, and tells whether it was stored. Where it could not be, it is sent at once. */
export async function giveAward(entry: NewOutboxEntry, tell: (followed: Followed) => void): Promise<void> {
  const { awardId } = entry
  const note = (followed: Followed) => {
    lastGiven.set({ entry, followed })
    tell(followed)
  }
  note({ awardId, unstored: null, pending: true })
  const stored = await pageOutbox.add(entry).then(
    () => true,
    () => false,
  )
  if (!stored) note({ awardId, unstored: { is: 'not-kept-sending' }, pending: false })
  note({ awardId, unstored: stored ? null : await giveUnstored(entry), pending: false })
}

/** What a screen says of an award that it follows; undefined if there is nothing to say yet. */
export function stateOfGiven(view: OutboxView, { awardId, unstored }: Followed): GivenState | undefined {
  const entry = view.entries.find((one) => one.awardId === awardId)
  return stateOfAward(view, awardId, entry) ?? unstored ?? undefined
}

/** How long a button stays locked after a tap, in ms, so that a double tap gives points once. */
const LOCK_MS = 2_000

interface Maker {
  readonly team: { readonly team_id: string; readonly team_name: string }
  readonly userId: string
  readonly vendorId: string
}

/** The awards made on this screen, and this team's awards that were already waiting. */
export function useAwards({ team, userId, vendorId }: Maker) {
  const view = useOutbox()
  const { data: listed } = useQuery({ ...boothAwardsQuery(), enabled: false })
  const [taps, setTaps] = useState<Readonly<Record<string, Followed>>>({})
  const [latest, setLatest] = useState<string | null>(null)
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
    if (latest === null) setLatest(unfollowed.at(-1)?.pointType ?? null)
  }

  return {
    /** The point type of the last tap, else of the last award that was already waiting; null if there is none. */
    latest,
    /** The state of the latest award of a point type: of the last tap, else of the last award that was already waiting. */
    stateOf(pointType: string): GivenState | undefined {
      const tap = taps[pointType]
      return tap === undefined ? undefined : stateOfGiven(view, tap)
    },
    /** True until the tap is stored or storing has failed, and for at least LOCK_MS. */
    isLocked: (pointType: string): boolean => locks.has(pointType) || taps[pointType]?.pending === true,
    known: { ...view, listed, userId } satisfies KnownAwards,
    give(pointType: PointType): void {
      const { point_type } = pointType
      if (locked.current.has(point_type)) return
      const entry = createOutboxEntry({ userId, vendorId, team, pointType }, captureClocks())
      lock(point_type)
      setLatest(point_type)
      allowSound()
      void giveAward(entry, (followed) => note(point_type, followed))
    },
  }
}

export interface Undo {
  /** True as soon as the void is confirmed, before the lists are refetched. */
  readonly done: boolean
  readonly busy: boolean
  /** Why the void failed; null if it didn't. Without a response from the server it may be retried. */
  readonly problem: string | null
  readonly refused: boolean
  run(onUndone?: () => void): void
}

/** Voids an award (rule 12) and reports the outcome. Pass null while there is no award to void. */
export function useUndo(award: Award | null): Undo {
  const { mutate, data, error, variables, isPending } = useMutation(mutation(voidAward))
  // The last attempt may belong to a previous award.
  const ofThis = award !== null && variables?.award_id === award.award_id
  const failure = ofThis ? error : null
  const refused = failure instanceof ApiError
  return {
    done: award?.voided === true || (ofThis && data?.award.voided === true),
    busy: ofThis && isPending,
    problem: failure === null ? null : refused ? failure.message : awardTexts.undoUnconfirmed,
    refused,
    run(onUndone) {
      if (award === null) return
      mutate(
        { award_id: award.award_id },
        {
          onSuccess: ({ award: voided }) => {
            // Other tabs still show it as recorded (fault 51).
            pageOutbox.learn(voided)
            onUndone?.()
          },
        },
      )
    },
  }
}

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
