import type { Award } from '#contract/entities'
import { createObservable } from '#lib/observable'
import type { ToldLedger } from '../api/connection'
import { serverNow } from '../server-clock'
import { backoffMs } from './backoff'
import type { CopiedOutboxStore } from './copied-outbox-store'
import { type DrainOutcome, drain } from './drain'
import { withDrainLock } from './drain-lock'
import type { OutboxMessage } from './outbox-channel'
import { inOrder, isWaiting, type NewOutboxEntry, type OutboxEntry } from './outbox-entry'
import { createOutboxRoom } from './outbox-room'
import { EMPTY_VIEW, type OutboxView } from './outbox-view'
import type { Blocked, SendOutcome, SentAwards } from './send-awards'
import type { StorageReserve } from './storage-reserve'

/** How often a tab checks that the draining tab is still alive (ms). */
const LOOK_AFTER_MS = 5_000

/** The outbox's dependencies on storage, network and browser. */
export interface OutboxWorld {
  readonly store: CopiedOutboxStore
  readonly reserve: StorageReserve
  readonly settleTimes: (waiting: readonly OutboxEntry[]) => Promise<Blocked | null>
  readonly send: (entries: readonly OutboxEntry[]) => Promise<SentAwards>
  /** Voids an award that was cancelled after it had been sent. */
  readonly undo: (entry: OutboxEntry) => Promise<SendOutcome>
  readonly locks: Pick<LockManager, 'request'> | null
  /** Sends a message to all other tabs and the worker. */
  readonly broadcast: (message: OutboxMessage) => void
  /** A monotonic clock (ms). */
  readonly now: () => number
  readonly random: () => number
  /** Returns a function that cancels the timer. */
  readonly schedule: (work: () => void, afterMs: number) => () => void
  /** True while the page is visible: then it drains, and a worker that drains too would only compete with it. */
  readonly inFront: () => boolean
  /** Requests a background sync: the worker drains once there is a network, even if the page is closed (fault 6). */
  readonly requestSync: () => void
}

/** The page's outbox: stores awards, sends them when it can, and publishes the outcome of each. */
export function createOutbox(world: OutboxWorld) {
  const { store } = world
  const withdrawnEntries = new Map<string, OutboxEntry>()
  const view = createObservable<OutboxView>(EMPTY_VIEW)
  let userId: string | null = null
  let draining: Promise<void> | null = null
  let wanted = false
  let failures = 0
  let lastSignOfLife = world.now()
  /** The server asked not to be called before this time (ms, `now`). Only `sendNow` ignores it (fault 14). */
  let pausedUntil = Number.NEGATIVE_INFINITY
  let cancelTimer = () => {}

  function show(change: Partial<OutboxView>): void {
    view.set({ ...view.get(), ...change })
  }
  const room = createOutboxRoom({ store, reserve: world.reserve, view: view.get, show })

  /** Without what an earlier ledger recorded and this one refused: it must not be called recorded once it is dismissed. */
  function stillRecorded(entries: readonly OutboxEntry[]): OutboxView['recorded'] {
    const { recorded } = view.get()
    const refused = new Set(entries.filter((entry) => entry.again && !isWaiting(entry)).map(({ awardId }) => awardId))
    return refused.size === 0 ? recorded : new Map([...recorded].filter(([awardId]) => !refused.has(awardId)))
  }
  async function refresh(): Promise<void> {
    try {
      const { entries, unreadable } = await store.read()
      show({ storage: 'read', entries: inOrder(entries), unreadable, recorded: stillRecorded(entries) })
    } catch {
      // What is on the screen, else the copies: both may be out of date.
      const { entries } = view.get()
      show({ storage: 'unreadable', entries: entries.length > 0 ? entries : inOrder(store.copies()) })
    }
  }
  function confirm(award: Award): void {
    show({ recorded: new Map(view.get().recorded).set(award.award_id, award) })
  }
  /** Updates one entry in the view: rereading all of them after each of five hundred would take longer than sending them. */
  function replace(awardId: string, entry: OutboxEntry | null): void {
    show({ entries: view.get().entries.flatMap((one) => (one.awardId !== awardId ? [one] : entry === null ? [] : [entry])) })
  }
  function settled(awardId: string, entry: OutboxEntry | null, award: Award | null): void {
    if (award !== null) {
      confirm(award)
      world.broadcast({ is: 'recorded', award })
    }
    replace(awardId, entry)
  }
  /** Shows awards as being sent while `attempt` runs. */
  async function whileSending<T>(entries: readonly OutboxEntry[], attempt: () => Promise<T>): Promise<T> {
    const ids = new Set(entries.map(({ awardId }) => awardId))
    show({ sending: new Set([...view.get().sending, ...ids]) })
    world.broadcast({ is: 'sending' })
    try {
      return await attempt()
    } finally {
      show({ sending: new Set([...view.get().sending].filter((id) => !ids.has(id))) })
    }
  }
  const send = (entries: readonly OutboxEntry[]) => whileSending(entries, () => world.send(entries))
  const undo = (entry: OutboxEntry) => whileSending([entry], () => world.undo(entry))

  /** Schedules the next drain: with backoff after a failed one, or a check on another tab's drain. None for an empty outbox. */
  function plan(outcome: DrainOutcome | 'busy'): void {
    cancelTimer()
    if (outcome === 'busy') {
      cancelTimer = world.schedule(kick, LOOK_AFTER_MS)
      return
    }
    if (outcome.is === 'empty') {
      failures = 0
      return
    }
    failures += 1
    // If the server did respond, the page keeps its backoff; the worker would ignore it.
    if (outcome.is === 'later' && outcome.silent && !world.inFront()) world.requestSync()
    const retryAfterMs = outcome.is === 'later' ? outcome.retryAfterMs : null
    pausedUntil = world.now() + (retryAfterMs ?? 0)
    cancelTimer = world.schedule(kick, backoffMs(failures, retryAfterMs, world.random()))
  }
  async function drainOnce(account: string): Promise<void> {
    let outcome: DrainOutcome | 'busy' = 'busy'
    const lockWorld = { locks: world.locks, now: world.now, lastSignOfLife: () => lastSignOfLife }
    try {
      await withDrainLock(lockWorld, async () => {
        const own = view.get().entries.filter((entry) => entry.userId === account && isWaiting(entry))
        show({ drainingOf: own.length })
        const { settleTimes } = world
        const drained = await drain({ store, userId: account, settleTimes, send, undo, onSettled: settled })
        show({ otherSession: drained.is === 'other-session' })
        outcome = drained
      })
    } finally {
      show({ drainingOf: null })
      await refresh()
      world.broadcast({ is: 'changed' })
      plan(outcome)
    }
  }
  /** Runs one drain at a time. Requests during a drain cause one more after it (fault 10, 11). */
  function kick(): void {
    // A timer is set for the end of the pause.
    if (userId === null || world.now() < pausedUntil) return
    wanted = true
    draining ??= (async () => {
      while (wanted && userId !== null && world.now() >= pausedUntil) {
        wanted = false
        // Most likely storage failed. `plan` has scheduled the next try.
        await drainOnce(userId).catch(() => undefined)
      }
      draining = null
    })()
  }
  /** Shows a stored entry without rereading the store, so that 'Čeka slanje' follows a tap after a single write. */
  function showStored(stored: OutboxEntry): void {
    const others = view.get().entries.filter(({ awardId }) => awardId !== stored.awardId)
    show({ storage: 'read', entries: inOrder([...others, stored]) })
    world.broadcast({ is: 'changed' })
    kick()
  }
  function showWithdrawn(awardId: string, entry: OutboxEntry | undefined): void {
    if (entry !== undefined) withdrawnEntries.set(awardId, entry)
    const restorable = new Set(withdrawnEntries.keys())
    show({ withdrawn: new Set([...view.get().withdrawn, awardId]), restorable })
  }

  return {
    /** Sets the account whose awards are sent from now on; null for none. */
    async signIn(account: string | null): Promise<void> {
      userId = account
      failures = 0
      pausedUntil = Number.NEGATIVE_INFINITY
      show({ otherSession: false })
      await refresh()
      kick()
    },
    /** Resolves once the award is stored; only then may a screen say that it waits. Rejects within 3 s if it was not stored. */
    async add(entry: NewOutboxEntry): Promise<void> {
      showStored(await room.append(entry))
    },
    /** Cancels an award. Returns true if it was never sent: then it is removed, and `restore` can add it again. */
    async cancel(awardId: string): Promise<boolean> {
      const entry = view.get().entries.find((one) => one.awardId === awardId)
      const unsent = await store.cancel(awardId)
      if (unsent) {
        showWithdrawn(awardId, entry)
        world.broadcast({ is: 'withdrawn', awardId })
      }
      await refresh()
      world.broadcast({ is: 'changed' })
      kick()
      return unsent
    },
    /** Restores an award that was cancelled on this page before it was sent. Rejects if it cannot be stored. */
    async restore(awardId: string): Promise<void> {
      const entry = withdrawnEntries.get(awardId)
      if (entry === undefined) return
      const stored = await room.append(entry)
      withdrawnEntries.delete(awardId)
      const withdrawn = new Set([...view.get().withdrawn].filter((id) => id !== awardId))
      show({ withdrawn, restorable: new Set(withdrawnEntries.keys()) })
      showStored(stored)
    },
    /** Sends an award that could not be stored, while the vendor waits. There is no second try. */
    async sendUnstored(entry: NewOutboxEntry): Promise<SendOutcome> {
      const { outcomes, blocked } = await send([{ ...entry, order: 0 }])
      const outcome = outcomes.get(entry.awardId) ?? blocked ?? { is: 'failed' }
      if (outcome.is === 'recorded') settled(entry.awardId, null, outcome.award)
      return outcome
    },
    /** Updates an award to the server's current version: it may have been voided here or on another device (fault 51). */
    learn(award: Award): void {
      if (award.voided) store.noteVoid(award.award_id).catch(() => undefined)
      confirm(award)
      world.broadcast({ is: 'recorded', award })
    },
    /** Sends again what an earlier ledger confirmed, if the server's is new to this device (fault 58). Rejects if storage fails. */
    async meetLedger(told: ToldLedger): Promise<void> {
      if (!(await store.meetLedger(told, serverNow()))) return
      await refresh()
      world.broadcast({ is: 'changed' })
      failures = 0
      kick()
    },
    /** Removes a refused award that the vendor has seen. */
    async dismiss(awardId: string): Promise<void> {
      await store.update([awardId], (entry) => (isWaiting(entry) ? entry : null))
      await refresh()
      world.broadcast({ is: 'changed' })
    },
    checkRoom: room.check,
    /** Drains now unless the server asked for a pause. For a restored connection or a page that becomes visible. */
    kick(): void {
      failures = 0
      kick()
    },
    /** Drains now, even during a pause that the server asked for: the user pressed the button. */
    sendNow(): void {
      failures = 0
      pausedUntil = Number.NEGATIVE_INFINITY
      kick()
    },
    /** The page is hidden and may be closed: requests a background sync for waiting awards, unless a pause applies. */
    leaveFront(): void {
      const waits = view.get().entries.some((entry) => entry.userId === userId && isWaiting(entry))
      if (waits && world.now() >= pausedUntil) world.requestSync()
    },
    receive(message: OutboxMessage): void {
      lastSignOfLife = world.now()
      switch (message.is) {
        case 'changed':
          void refresh()
          return
        case 'recorded':
          confirm(message.award)
          replace(message.award.award_id, null)
          return
        case 'withdrawn':
          showWithdrawn(message.awardId, undefined)
          return
        case 'sending':
          return
      }
    },
    view: view.get,
    subscribe: view.subscribe,
    /** Resolves when no drain is running. */
    async settled(): Promise<void> {
      await draining
    },
  }
}

export type Outbox = ReturnType<typeof createOutbox>
