import type { Award } from '#contract/entities'
import { backoffMs } from './backoff'
import { type DrainOutcome, drain, type SendOutcome } from './drain'
import { withDrainLock } from './drain-lock'
import { inOrder, type NewOutboxEntry, type OutboxEntry } from './outbox-entry'
import type { OutboxStore } from './outbox-store'

/** How often a tab looks whether the one that drains is still alive, in ms. */
const LOOK_AFTER_MS = 5_000

/** What tabs and the worker tell each other. */
export type OutboxMessage =
  | { readonly is: 'changed' }
  | { readonly is: 'sending' }
  | { readonly is: 'recorded'; readonly award: Award }

/** Everything the outbox needs of the world around it. */
export interface OutboxWorld {
  readonly store: OutboxStore
  readonly send: (entry: OutboxEntry, onRecorded: (award: Award) => void) => Promise<SendOutcome>
  /** Voids an award that was taken back after it had been sent. */
  readonly undo: (entry: OutboxEntry, onRecorded: (award: Award) => void) => Promise<SendOutcome>
  readonly locks: Pick<LockManager, 'request'> | null
  /** To all other tabs and the worker. */
  readonly broadcast: (message: OutboxMessage) => void
  readonly now: () => number
  readonly random: () => number
  readonly schedule: (work: () => void, afterMs: number) => () => void
  /** Whether a person looks at the page: then it drains by itself, and the worker would only be in its way. */
  readonly inFront: () => boolean
  /** Asks the browser to have the worker drain when there is a network, page or no page (fault 6). */
  readonly requestSync: () => void
}

/** What a screen shows; a new object whenever something changed. */
export interface OutboxView {
  /** Whether this device keeps awards; where it refuses (a private window, say), one can only award online (fault 28). */
  readonly storage: 'unknown' | 'usable' | 'refused'
  /** All accounts' awards that the server has not confirmed, in the order of their taps. */
  readonly entries: readonly OutboxEntry[]
  readonly unreadable: readonly string[]
  /** Ids of those under way. */
  readonly sending: ReadonlySet<string>
  /** What the server confirmed while this page lives, by id. */
  readonly recorded: ReadonlyMap<string, Award>
  /** How many waited when the drain that is under way began; null where this page drains nothing. */
  readonly drainingOf: number | null
  /** The server takes nothing, because the session is over or another account's. */
  readonly otherSession: boolean
}

/** The page's outbox: keeps awards, sends them when it can, and tells what became of each. */
export function createOutbox(world: OutboxWorld) {
  const { store } = world
  const listeners = new Set<() => void>()
  let view: OutboxView = {
    storage: 'unknown',
    entries: [],
    unreadable: [],
    sending: new Set(),
    recorded: new Map(),
    drainingOf: null,
    otherSession: false,
  }
  let userId: string | null = null
  let draining: Promise<void> | null = null
  let wanted = false
  let failures = 0
  let lastSignOfLife = world.now()
  /** The server asked for a pause until then (ms): only a person's own wish goes before it (fault 14). */
  let pausedUntil = Number.NEGATIVE_INFINITY
  let cancelTimer = () => {}

  function show(change: Partial<OutboxView>): void {
    view = { ...view, ...change }
    for (const listener of listeners) listener()
  }
  async function refresh(): Promise<void> {
    try {
      const { entries, unreadable } = await store.read()
      show({ storage: 'usable', entries: inOrder(entries), unreadable })
    } catch {
      show({ storage: 'refused' })
    }
  }
  function confirm(award: Award): void {
    show({ recorded: new Map(view.recorded).set(award.award_id, award) })
  }
  /** Entry by entry, because reading all of them after each of five hundred would take longer than sending them. */
  function replace(awardId: string, entry: OutboxEntry | null): void {
    show({ entries: view.entries.flatMap((one) => (one.awardId !== awardId ? [one] : entry === null ? [] : [entry])) })
  }
  const attempt =
    (make: OutboxWorld['send']) =>
    async (entry: OutboxEntry): Promise<SendOutcome> => {
      show({ sending: new Set([...view.sending, entry.awardId]) })
      world.broadcast({ is: 'sending' })
      try {
        return await make(entry, (award) => {
          confirm(award)
          world.broadcast({ is: 'recorded', award })
        })
      } finally {
        show({ sending: new Set([...view.sending].filter((id) => id !== entry.awardId)) })
      }
    }
  const send = attempt(world.send)
  const undo = attempt(world.undo)

  /** A drain that failed is tried again later, one that another tab does is looked after; an empty outbox rests. */
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
        const own = view.entries.filter((entry) => entry.userId === account && entry.refusal === null)
        show({ drainingOf: own.length })
        const drained = await drain({ store, userId: account, send, undo, onChange: replace })
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
  /** One drain at a time; what asks for one meanwhile gets one more after it (fault 10, 11). */
  function kick(): void {
    // The timer for the end of the pause is set.
    if (userId === null || world.now() < pausedUntil) return
    wanted = true
    draining ??= (async () => {
      while (wanted && userId !== null) {
        wanted = false
        // Whatever went wrong, storage most likely: `plan` has set the next time.
        await drainOnce(userId).catch(() => undefined)
      }
      draining = null
    })()
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
    /** Resolves once the award is stored, and rejects where it cannot be: only then may a screen say that it waits. */
    async add(entry: NewOutboxEntry): Promise<void> {
      const stored = await store.append(entry)
      // Not read back: between a tap and 'Čeka slanje' nothing stands but the write.
      const others = view.entries.filter(({ awardId }) => awardId !== stored.awardId)
      show({ storage: 'usable', entries: inOrder([...others, stored]) })
      world.broadcast({ is: 'changed' })
      kick()
    },
    /**
     * Takes an award back: one that was never sent is gone at once (true), any other is voided as soon as it is known to
     * be recorded.
     */
    async cancel(awardId: string): Promise<boolean> {
      const unsent = await store.take(awardId, (entry) => !entry.attempted)
      if (!unsent) await store.change(awardId, (entry) => ({ ...entry, cancelled: true }))
      await refresh()
      world.broadcast({ is: 'changed' })
      kick()
      return unsent
    },
    /** Sends an award that could not be stored, once, while its maker looks on: it is recorded now or not at all. */
    sendUnstored: (entry: OutboxEntry): Promise<SendOutcome> => send(entry),
    /** Takes away a refused award that its maker has seen. */
    async dismiss(awardId: string): Promise<void> {
      await store.take(awardId, (entry) => entry.refusal !== null)
      await refresh()
      world.broadcast({ is: 'changed' })
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
      const waits = view.entries.some((entry) => entry.userId === userId && entry.refusal === null)
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
        case 'sending':
          return
      }
    },
    view: (): OutboxView => view,
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    /** Resolves when no drain is under way. */
    async settled(): Promise<void> {
      await draining
    },
  }
}

export type Outbox = ReturnType<typeof createOutbox>
