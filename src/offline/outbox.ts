import type { Award } from '#contract/entities'
import { backoffMs } from './backoff'
import type { CopiedOutboxStore } from './copied-outbox-store'
import { type DrainOutcome, drain } from './drain'
import { withDrainLock } from './drain-lock'
import { inOrder, isWaiting, type NewOutboxEntry, type OutboxEntry } from './outbox-entry'
import { EMPTY_VIEW, type OutboxView } from './outbox-view'
import type { Blocked, SendOutcome, SentAwards } from './send-awards'
import { isFullDisk, type StorageReserve } from './storage-reserve'

/** How often a tab checks that the one that drains is still alive, in ms. */
const LOOK_AFTER_MS = 5_000

/** What tabs and the worker tell each other. */
export type OutboxMessage =
  | { readonly is: 'changed' }
  | { readonly is: 'sending' }
  /** The server's award, also one that was voided since. */
  | { readonly is: 'recorded'; readonly award: Award }
  /** Cancelled before it was sent. */
  | { readonly is: 'withdrawn'; readonly awardId: string }

/** Everything the outbox needs of the world around it. */
export interface OutboxWorld {
  readonly store: CopiedOutboxStore
  readonly reserve: StorageReserve
  readonly settleTimes: (waiting: readonly OutboxEntry[]) => Promise<Blocked | null>
  readonly send: (entries: readonly OutboxEntry[]) => Promise<SentAwards>
  /** Voids an award that was cancelled after it had been sent. */
  readonly undo: (entry: OutboxEntry) => Promise<SendOutcome>
  readonly locks: Pick<LockManager, 'request'> | null
  /** To all other tabs and the worker. */
  readonly broadcast: (message: OutboxMessage) => void
  readonly now: () => number
  readonly random: () => number
  readonly schedule: (work: () => void, afterMs: number) => () => void
  /** Whether a person looks at the page: then it drains, and the worker would only be in its way. */
  readonly inFront: () => boolean
  /** Asks the browser to have the worker drain when there is a network, page or no page (fault 6). */
  readonly requestSync: () => void
}

/** The page's outbox: keeps awards, sends them when it can, and tells what became of each. */
export function createOutbox(world: OutboxWorld) {
  const { store } = world
  const listeners = new Set<() => void>()
  const withdrawnEntries = new Map<string, OutboxEntry>()
  let view = EMPTY_VIEW
  let userId: string | null = null
  let draining: Promise<void> | null = null
  let wanted = false
  let failures = 0
  let lastSignOfLife = world.now()
  /** The server asked for a pause until then (ms): only a person's own wish goes before it (fault 14). */
  let pausedUntil = Number.NEGATIVE_INFINITY
  let cancelTimer = () => {}
  let diskIsFull = false

  function show(change: Partial<OutboxView>): void {
    view = { ...view, ...change }
    for (const listener of listeners) listener()
  }
  async function refresh(): Promise<void> {
    try {
      const { entries, unreadable } = await store.read()
      show({ storage: 'read', entries: inOrder(entries), unreadable })
    } catch {
      // What was read before may have changed since; the copies are the best that is known.
      const known = view.storage === 'read' ? view.entries : inOrder(store.copies())
      show({ storage: 'unreadable', entries: known })
    }
  }
  function confirm(award: Award): void {
    show({ recorded: new Map(view.recorded).set(award.award_id, award) })
  }
  /** Entry by entry, because reading all of them after each of five hundred would take longer than sending them. */
  function replace(awardId: string, entry: OutboxEntry | null): void {
    show({ entries: view.entries.flatMap((one) => (one.awardId !== awardId ? [one] : entry === null ? [] : [entry])) })
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
    show({ sending: new Set([...view.sending, ...ids]) })
    world.broadcast({ is: 'sending' })
    try {
      return await attempt()
    } finally {
      show({ sending: new Set([...view.sending].filter((id) => !ids.has(id))) })
    }
  }
  const send = (entries: readonly OutboxEntry[]) => whileSending(entries, () => world.send(entries))
  const undo = (entry: OutboxEntry) => whileSending([entry], () => world.undo(entry))

  /** A drain that failed is tried again later, one that another tab does is watched; an empty outbox rests. */
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
    // Where the server does answer, the pauses are this page's own; the worker would break them.
    if (outcome.is === 'later' && outcome.silent && !world.inFront()) world.requestSync()
    const retryAfterMs = outcome.is === 'later' ? outcome.retryAfterMs : null
    if (retryAfterMs !== null) pausedUntil = world.now() + retryAfterMs
    cancelTimer = world.schedule(kick, backoffMs(failures, retryAfterMs, world.random()))
  }
  async function drainOnce(account: string): Promise<void> {
    let outcome: DrainOutcome | 'busy' = 'busy'
    const lockWorld = { locks: world.locks, now: world.now, lastSignOfLife: () => lastSignOfLife }
    try {
      await withDrainLock(lockWorld, async () => {
        const own = view.entries.filter((entry) => entry.userId === account && isWaiting(entry))
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
  /** One drain at a time; whatever asks for one meanwhile gets one more after it (fault 10, 11). */
  function kick(): void {
    // The timer for the end of the pause is set.
    if (userId === null || world.now() < pausedUntil) return
    wanted = true
    draining ??= (async () => {
      while (wanted && userId !== null && world.now() >= pausedUntil) {
        wanted = false
        // Storage failed, most likely: `plan` has set the next time.
        await drainOnce(userId).catch(() => undefined)
      }
      draining = null
    })()
  }
  /**
   * Stores an entry. Once a full disk has refused one, no other is taken before there is room for a reserve again: what
   * fits into the last bytes of a disk is lost when the browser evicts its databases (fault 48).
   */
  async function append(entry: NewOutboxEntry): Promise<OutboxEntry> {
    if (diskIsFull) diskIsFull = !(await world.reserve.regain())
    if (diskIsFull) throw new Error('the disk is full')
    try {
      return await store.append(entry)
    } catch (reason) {
      show({ storage: 'unreadable' })
      if (isFullDisk(reason)) {
        diskIsFull = true
        show({ lowOnRoom: true })
        // Room for what waits already: its copies, and the database at its next start.
        await world.reserve.release()
      }
      throw reason
    }
  }
  /** Puts a stored entry on the screen without reading the store: between a tap and 'Čeka slanje' stands one write. */
  function showStored(stored: OutboxEntry): void {
    const others = view.entries.filter(({ awardId }) => awardId !== stored.awardId)
    show({ storage: 'read', entries: inOrder([...others, stored]) })
    world.broadcast({ is: 'changed' })
    kick()
  }
  function showWithdrawn(awardId: string, entry: OutboxEntry | undefined): void {
    if (entry !== undefined) withdrawnEntries.set(awardId, entry)
    const restorable = new Set(withdrawnEntries.keys())
    show({ withdrawn: new Set([...view.withdrawn, awardId]), restorable })
  }

  return {
    /** Whose awards are sent from now on; null = nobody's. */
    async signIn(account: string | null): Promise<void> {
      userId = account
      failures = 0
      pausedUntil = Number.NEGATIVE_INFINITY
      show({ otherSession: false })
      await refresh()
      kick()
    },
    /** Resolves once the award is stored; rejects within 3 s where it was not. Only then may a screen say that it waits. */
    async add(entry: NewOutboxEntry): Promise<void> {
      showStored(await append(entry))
    },
    /** Cancels an award. Returns true where it was never sent: then it is gone, and can be restored for a while. */
    async cancel(awardId: string): Promise<boolean> {
      const entry = view.entries.find((one) => one.awardId === awardId)
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
    /** Brings back an award that was cancelled on this page before it was sent. Rejects where it cannot be stored. */
    async restore(awardId: string): Promise<void> {
      const entry = withdrawnEntries.get(awardId)
      if (entry === undefined) return
      const stored = await append(entry)
      withdrawnEntries.delete(awardId)
      const withdrawn = new Set([...view.withdrawn].filter((id) => id !== awardId))
      show({ withdrawn, restorable: new Set(withdrawnEntries.keys()) })
      showStored(stored)
    },
    /** Sends an award that could not be stored, once, while its maker looks on: it is recorded now or not at all. */
    async sendUnstored(entry: NewOutboxEntry): Promise<SendOutcome> {
      const { outcomes, blocked } = await send([{ ...entry, order: 0 }])
      const outcome = outcomes.get(entry.awardId) ?? blocked ?? { is: 'failed' }
      if (outcome.is === 'recorded') settled(entry.awardId, null, outcome.award)
      return outcome
    },
    /** Learns what the server says of an award now: that it was voided, here or on another device (fault 51). */
    learn(award: Award): void {
      confirm(award)
      world.broadcast({ is: 'recorded', award })
    },
    /** Removes a refused award that its maker has seen. */
    async dismiss(awardId: string): Promise<void> {
      await store.update([awardId], (entry) => (isWaiting(entry) ? entry : null))
      await refresh()
      world.broadcast({ is: 'changed' })
    },
    /** Checks that there is room for awards, and reserves some. */
    async checkRoom(): Promise<void> {
      const enough = diskIsFull ? await world.reserve.regain() : await world.reserve.keep()
      diskIsFull &&= !enough
      if (view.lowOnRoom === enough) show({ lowOnRoom: !enough })
    },
    /** Tries at once, unless the server asked for a pause: the connection returned, or the app came to the front. */
    kick(): void {
      failures = 0
      kick()
    },
    /** Tries at once, whatever was asked for: a person wants it. */
    sendNow(): void {
      failures = 0
      pausedUntil = Number.NEGATIVE_INFINITY
      kick()
    },
    /** The page leaves the front and may be closed: what waits, and may be sent, is handed to the worker. */
    leaveFront(): void {
      const waits = view.entries.some((entry) => entry.userId === userId && isWaiting(entry))
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
    view: (): OutboxView => view,
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    /** Resolves when no drain is running. */
    async settled(): Promise<void> {
      await draining
    },
  }
}

export type Outbox = ReturnType<typeof createOutbox>
