import { useQuery } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import type { PointType } from '#contract/entities'
import { createObservable } from '#lib/observable'
import { mayStillVoid } from '#rules/award-time'
import { outboxTexts } from '#texts/outbox'
import { useRefreshInterval } from '../../api/live-state'
import { boothAwardsQuery } from '../../api/score-queries'
import { captureClocks } from '../../offline/clocks'
import { createAwardEntry, type NewAwardEntry } from '../../offline/entry'
import { pageOutbox, useOutbox } from '../../offline/page-outbox'
import { type OutboxView, stateOfAward } from '../../offline/view'
import { allowSound } from '../../ui/signal'
import { toast } from '../../ui/toast'
import type { GivenState } from '../outbox/award-state'
import type { KnownAwards } from './remaining-cooldown'

/** The last award given on this page. Shown if the screen that gave it crashes. */
export const lastAward = createObservable<NewAwardEntry | null>(null)

/** The states of awards that could not be stored, by id. */
const unstored = createObservable<ReadonlyMap<string, GivenState>>(new Map())

/** Sends an award that could not be stored. Once recorded, the outbox's view includes it. */
async function sendUnstored(entry: NewAwardEntry): Promise<void> {
  const { awardId } = entry
  const show = (state: GivenState) => unstored.set(new Map(unstored.get()).set(awardId, state))
  show({ kind: 'not-stored', sending: true })
  const outcome = await pageOutbox.sendUnstored(entry)
  if (outcome.kind === 'refused') show({ kind: 'refused', awardId, reason: outcome.reason })
  else if (outcome.kind !== 'recorded') show({ kind: 'not-stored', sending: false })
}

/**
 * Gives an award through the outbox, or sends it at once if it cannot be stored. Resolves once it
 * was stored or storing failed.
 */
export async function giveAward(entry: NewAwardEntry, onStored?: () => void): Promise<void> {
  lastAward.set(entry)
  try {
    await pageOutbox.add(entry, onStored)
  } catch {
    void sendUnstored(entry)
  }
}

/**
 * The state of an award of this page; undefined while it is being stored, and once the person has
 * dismissed it.
 */
export function shownState(view: OutboxView, awardId: string): GivenState | undefined {
  const entry = view.entries.find((one) => one.awardId === awardId)
  return stateOfAward(view, awardId, entry) ?? unstored.get().get(awardId)
}

/**
 * Removes an award whose outcome the person has seen from the device, and from the awards that could
 * not be stored.
 */
export function dismissShown(awardId: string): void {
  const wasUnstored = unstored.get().has(awardId)
  if (wasUnstored) unstored.set(new Map([...unstored.get()].filter(([id]) => id !== awardId)))
  pageOutbox.dismiss(awardId).catch(() => {
    // Usually nothing of an unstored award is on the device.
    if (!wasUnstored) toast.error(outboxTexts.notDismissed)
  })
}

/** Calls `listener` when `shownState` may have changed. Returns an unsubscribe function. */
export function onShownState(listener: () => void): () => void {
  const ends = [pageOutbox.subscribe(listener), unstored.subscribe(listener)]
  return () => {
    for (const end of ends) end()
  }
}

export function useShownState(): (awardId: string) => GivenState | undefined {
  const view = useOutbox()
  useSyncExternalStore(unstored.subscribe, unstored.get)
  return (awardId) => shownState(view, awardId)
}

/** Minimum lock of a button after a tap (ms), so that a double tap gives points once. */
const LOCK_MS = 2_000

/**
 * Locked buttons, by team and point type: the award is being stored or was given within LOCK_MS.
 * Not component state, because four quick clicks may precede the next render and must give one
 * award.
 */
const locks = new Set<string>()
/** The locks that buttons show. */
const shownLocks = createObservable<ReadonlySet<string>>(new Set())
/**
 * Show the lock only if storing takes longer than this (ms): usually the screen changes just once,
 * when the award is stored.
 */
const SHOW_LOCK_MS = 100
/** Unlock sound this long after a tap (ms): Safari allows it for up to a second. */
const SOUND_AFTER_MS = 500

interface AwardTarget {
  readonly team: { readonly team_id: string; readonly team_name: string }
  readonly userId: string
  readonly vendorId: string
}

interface Tapped {
  readonly pointType: string
  readonly awardId: string
}

/** The awards made on this screen, and this team's awards that were already waiting. */
export function useAwards({ team, userId, vendorId }: AwardTarget) {
  const view = useOutbox()
  const stateOf = useShownState()
  const locked = useSyncExternalStore(shownLocks.subscribe, shownLocks.get)
  const { data: listed } = useQuery({ ...boothAwardsQuery(), enabled: false })
  /** Newest last. */
  const [tapped, setTapped] = useState<readonly Tapped[]>([])
  const own = view.entries.filter(
    (entry) => entry.teamId === team.team_id && entry.userId === userId,
  )
  // Awards that were already waiting are tracked like this screen's own, so that their outcome is
  // shown here too.
  const untracked = own.filter(
    (entry) => !tapped.some(({ pointType }) => pointType === entry.pointType),
  )
  if (untracked.length > 0) setTapped([...untracked, ...tapped])
  const keyOf = (pointType: string) => `${team.team_id} ${pointType}`

  return {
    /** The point type of the last tap, else of the last award that was already waiting. */
    latest: tapped.at(-1)?.pointType,
    /**
     * The state of the latest award of a point type: of the last tap, else of the last award that
     * was already waiting.
     */
    stateOf(pointType: string): GivenState | undefined {
      const last = tapped.findLast((one) => one.pointType === pointType)
      return last && stateOf(last.awardId)
    },
    /** True until the tap is stored or storing has failed, and for at least LOCK_MS. */
    isLocked: (pointType: string): boolean => locked.has(keyOf(pointType)),
    known: { ...view, entries: own, listed, userId } satisfies KnownAwards,
    async give(pointType: PointType): Promise<void> {
      const key = keyOf(pointType.point_type)
      if (locks.has(key)) return
      locks.add(key)
      const entry = createAwardEntry({ userId, vendorId, team, pointType }, captureClocks())
      function show(): void {
        clearTimeout(timer)
        shownLocks.set(new Set(locks))
        setTapped((before) => (before.includes(entry) ? before : [...before, entry]))
      }
      const timer = setTimeout(show, SHOW_LOCK_MS)
      // Render only after the write has begun.
      const given = giveAward(entry, show)
      // Do not unlock sound within the tap: that would delay the award's state by a frame or two.
      // Safari also allows it in a timer that the tap started.
      setTimeout(allowSound, SOUND_AFTER_MS)
      await Promise.all([given.then(show), new Promise((done) => setTimeout(done, LOCK_MS))])
      locks.delete(key)
      shownLocks.set(new Set(locks))
    },
  }
}

/**
 * Polling interval (ms): the longest time an award stays shown as recorded after another device has
 * voided it (fault 51).
 */
const POLL_MS = 8_000

/**
 * Polls for voids by other devices while a recorded award can still be voided. `now` is the
 * server's time in ms.
 */
export function useVoidsElsewhere(now: number): void {
  const { recorded } = useOutbox()
  const enabled = [...recorded.values()].some(
    (award) => !award.voided && mayStillVoid(Date.parse(award.received_at), now),
  )
  const { data } = useQuery({
    ...boothAwardsQuery(),
    enabled,
    // Only poll: the drain that records the first award refetches the list itself.
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: useRefreshInterval(POLL_MS),
  })
  useEffect(() => {
    for (const award of data?.awards ?? []) {
      if (award.voided && recorded.get(award.award_id)?.voided === false) pageOutbox.update(award)
    }
  }, [data, recorded])
}
