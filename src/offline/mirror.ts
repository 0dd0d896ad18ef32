import * as v from 'valibot'
import type { LocalStorage } from '#lib/local-storage'
import { type MadeAt, madeSchema } from './clocks'
import {
  greatestOrder,
  idOf,
  isAward,
  type New,
  type OutboxEntry,
  parseEntry,
  tapsOf,
} from './entry'
import {
  changeAward,
  type OutboxStore,
  type RecoverableOutboxStore,
  type StoredOutbox,
} from './store'

const COPY = 'geek-outbox-copy:'
const CANCEL = 'geek-outbox-cancel:'
const GENERATION = 'geek-outbox-generation'
const TAKEN_BACK = 'geek-outbox-taken-back'
const SENT_UNSTORED = 'geek-outbox-sent-unstored'
/** More awards than a booth cancels, or sends unstored, while one of its tabs is frozen. */
const MAX_RECENT = 50

/**
 * Copies of waiting entries outside their database. Writes are synchronous and may fail silently.
 * They are in local storage, because browsers on a full disk evict all of a site's databases and
 * caches together, but not local storage (fault 48; measured in Chromium 156). Workers have no
 * local storage and store no copies.
 */
export function createMirror(storage: LocalStorage | null) {
  function attempt<T>(otherwise: T, work: (storage: LocalStorage) => T): T {
    if (storage === null) return otherwise
    try {
      return work(storage)
    } catch {
      return otherwise
    }
  }
  const get = (key: string) => attempt(null, (local) => local.getItem(key))
  const set = (key: string, value: string) =>
    attempt(undefined, (local) => local.setItem(key, value))
  const remove = (key: string) => attempt(undefined, (local) => local.removeItem(key))
  const idsUnder = (prefix: string): readonly string[] =>
    attempt([], (local) =>
      Array.from({ length: local.length }, (_, index) => local.key(index) ?? '')
        .filter((key) => key.startsWith(prefix))
        .map((key) => key.slice(prefix.length)),
    )
  function getJson(key: string): unknown {
    const parsed = v.safeParse(v.pipe(v.string(), v.parseJson()), get(key))
    return parsed.success ? parsed.output : null
  }
  /** The latest award ids under a key, comma-separated: ids contain no comma. */
  function recentIds(key: string) {
    const ids = () => (get(key) ?? '').split(',')
    const save = (awardIds: readonly string[]) => set(key, awardIds.slice(0, MAX_RECENT).join())
    return {
      add: (awardId: string) => save([awardId, ...ids()]),
      remove: (awardId: string) => save(ids().filter((one) => one !== awardId)),
      has: (awardId: string) => ids().includes(awardId),
    }
  }
  return {
    /** The generation of the database that the copies belong to; null if none is stored. */
    generation: () => get(GENERATION),
    setGeneration: (generation: string) => set(GENERATION, generation),
    ids: () => idsUnder(COPY),
    has: (id: string) => get(COPY + id) !== null,
    entries: () => idsUnder(COPY).flatMap((id) => parseEntry(getJson(COPY + id)) ?? []),
    put: (entry: OutboxEntry) => set(COPY + idOf(entry), JSON.stringify(entry)),
    remove: (id: string) => remove(COPY + id),
    /** Records a cancellation and its time, until `endCancel`. */
    beginCancel: (awardId: string, made?: MadeAt) =>
      set(CANCEL + awardId, made === undefined ? '' : JSON.stringify(made)),
    cancelMade(awardId: string): MadeAt | undefined {
      const parsed = v.safeParse(madeSchema, getJson(CANCEL + awardId))
      return parsed.success ? parsed.output : undefined
    },
    endCancel: (awardId: string) => remove(CANCEL + awardId),
    pendingCancels: () => idsUnder(CANCEL),
    /** Awards cancelled before sending: a tab frozen at that time must not restore them. */
    takenBack: recentIds(TAKEN_BACK),
    /**
     * Awards sent because storing them failed. If their write still succeeds late, the store has
     * them as never sent.
     */
    sentUnstored: recentIds(SENT_UNSTORED),
  }
}

type OutboxCopies = ReturnType<typeof createMirror>

export type MirroredOutboxStore = ReturnType<typeof withMirror>

/**
 * Copies a store's entries, and restores a recreated store from them (fault 48). A restored award
 * may be recorded already; resent under its id, it counts once (rule 10).
 */
export function withMirror(
  store: RecoverableOutboxStore,
  copies: OutboxCopies,
  newGeneration: () => string,
) {
  /**
   * The highest order that this page has seen; null before the first read. A recreated database
   * would restart at 1.
   */
  let lastOrder: number | null = null
  function raiseLastOrder(order: number): void {
    lastOrder = Math.max(lastOrder ?? 0, order)
  }

  /** Entries whose copy includes the server's time of the tap. */
  const settled = new Set<string>()
  const isDated = (entry: OutboxEntry) => tapsOf(entry)[0]?.made.serverTime != null
  function putCopy(entry: OutboxEntry): void {
    // Another tab cancelled the award while this one was frozen.
    if (copies.takenBack.has(idOf(entry))) return
    if (isDated(entry)) settled.add(idOf(entry))
    copies.put(entry)
  }
  /**
   * A settled time belongs in the copy: otherwise a restored award would get another time, closer
   * to awards of its page life that were sent before (faults 48 and 50).
   */
  const lacksTime = (entry: OutboxEntry) => isDated(entry) && !settled.has(idOf(entry))
  /** Ignore changes of `attempted` alone: they would rewrite hundreds of copies. */
  const needsCopy = (entry: OutboxEntry) =>
    !isAward(entry) || entry.cancelled || entry.refusal !== null || lacksTime(entry)

  /**
   * Reads the copies at the moment of restoring. They may have been sent, so a cancellation must
   * void them, not just remove them.
   */
  function lostEntries(): readonly OutboxEntry[] {
    const pending = new Set(copies.pendingCancels())
    return copies.entries().map((entry) => {
      if (!isAward(entry)) return entry
      const cancelMade = entry.cancelMade ?? copies.cancelMade(entry.awardId)
      return {
        ...entry,
        attempted: true,
        cancelled: entry.cancelled || pending.has(entry.awardId),
        cancelMade,
      }
    })
  }
  /**
   * Reads the store. Restores a lost one first, and marks a new one as belonging to the copies. The
   * check is part of the read transaction, because a database may be lost at any moment.
   */
  async function readMatching(): Promise<StoredOutbox> {
    let restored: string | null = null
    for (;;) {
      const { generation: stored, ...read } = await store.read()
      const copied = copies.generation()
      // Accept the restored generation too: a full local storage keeps the old one, which would
      // never match.
      if (stored !== null && (copied === null || stored === copied || stored === restored)) {
        if (copied === null) copies.setGeneration(stored)
        return read
      }
      restored = newGeneration()
      await store.restore(lostEntries, restored)
      copies.setGeneration(restored)
    }
  }
  /** Unsent awards being removed. If storage fails, they may still have been removed (fault 96). */
  const removing = new Set<string>()
  function takeBack(awardId: string): void {
    removing.delete(awardId)
    copies.takenBack.add(awardId)
  }
  /** Returns each award's resulting entry; null if it was never sent and is removed. */
  async function finishCancels(
    awardIds: readonly string[],
    made?: MadeAt,
  ): Promise<ReadonlyMap<string, OutboxEntry | null>> {
    const cancel = changeAward((award) => {
      const attempted = award.attempted || copies.sentUnstored.has(award.awardId)
      const cancelMade = award.cancelMade ?? made ?? copies.cancelMade(award.awardId)
      if (!attempted) removing.add(award.awardId)
      return attempted ? { ...award, attempted, cancelled: true, cancelMade } : null
    })
    const outcomes = await update(awardIds, cancel)
    // A missing award has left the outbox, or was lost and the next read restores it.
    for (const [awardId, remaining] of outcomes) {
      if (remaining === null) takeBack(awardId)
      copies.endCancel(awardId)
    }
    return outcomes
  }
  /**
   * Updates the copies to match the store: a worker, which has no copies, may have sent awards.
   * Removes only copies that existed `before` the read: a tab that froze while reading does not
   * know what others stored since.
   */
  function updateCopies({ entries }: StoredOutbox, before: readonly string[]): void {
    const copied = new Set(copies.ids())
    for (const entry of entries) if (!copied.has(idOf(entry)) || lacksTime(entry)) putCopy(entry)
    const stored = new Set(entries.map(idOf))
    for (const id of before) if (!stored.has(id)) copies.remove(id)
  }
  const update: OutboxStore['update'] = async (ids, change) => {
    const outcomes = await store.update(ids, change)
    for (const [id, entry] of outcomes) {
      if (entry === null) copies.remove(id)
      else if (needsCopy(entry)) putCopy(entry)
    }
    return outcomes
  }

  return {
    async append(entry: New<OutboxEntry>): Promise<OutboxEntry> {
      const id = idOf(entry)
      lastOrder ??= greatestOrder(copies.entries())
      const generation = copies.generation()
      const stored = await store.append(entry, lastOrder)
      raiseLastOrder(stored.order)
      // While this tab was frozen, another one may have copied the entry and cancelled it since.
      if (!copies.has(id) || !isAward(stored)) putCopy(stored)
      // Another page recreated the database after the commit, without this entry.
      const current = copies.generation()
      const isMissing = current !== null && current !== generation && !copies.takenBack.has(id)
      if (isMissing) await store.restore(() => [stored], current)
      return stored
    },
    /** Also completes cancellations. Returns the awards removed before sending as `takenBack`. */
    async read(): Promise<StoredOutbox & { readonly takenBack: readonly string[] }> {
      const pending = copies.pendingCancels()
      const cancelled = await finishCancels(pending)
      const before = copies.ids()
      const read = await readMatching()
      // Lost entries were restored as cancelled.
      for (const awardId of pending) copies.endCancel(awardId)
      raiseLastOrder(greatestOrder(read.entries))
      updateCopies(read, before)
      const gone = pending.filter(
        (awardId) =>
          removing.has(awardId) && !read.entries.some((entry) => idOf(entry) === awardId),
      )
      for (const awardId of gone) takeBack(awardId)
      return {
        ...read,
        takenBack: [
          ...gone,
          ...[...cancelled].flatMap(([id, remaining]) => (remaining === null ? id : [])),
        ],
      }
    },
    update,
    /**
     * Cancels an award. Removes it if never sent (returns true); otherwise it is voided once known
     * to be recorded. Records the cancellation before the first await, so that a reload right after
     * the tap does not lose it; the next read completes it.
     */
    async cancel(awardId: string, made?: MadeAt): Promise<boolean> {
      copies.beginCancel(awardId, made)
      return (await finishCancels([awardId], made)).get(awardId) === null
    },
    /**
     * Records, before the first await, that an award is sent although storing it failed: a late
     * write then counts as sent. Returns false if the award was cancelled while this tab was
     * frozen; it must not be sent.
     */
    markSentUnstored(awardId: string): boolean {
      copies.sentUnstored.add(awardId)
      const isTakenBack = copies.takenBack.has(awardId) || copies.pendingCancels().includes(awardId)
      if (isTakenBack) copies.sentUnstored.remove(awardId)
      return !isTakenBack
    },
    recordVoid: store.recordVoid,
    // The next read copies waiting entries again.
    reconcileLedger: store.reconcileLedger,
    /** The copies, for screens while the store is unreadable. */
    copies: () => copies.entries(),
  }
}
