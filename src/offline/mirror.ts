import * as v from 'valibot'
import type { LocalStorage } from '#lib/local-storage'
import { type MadeAt, madeSchema } from './clocks'
import {
  changeAward,
  greatestOrder,
  idOf,
  isAward,
  type New,
  type OutboxEntry,
  parseEntry,
  timesOf,
} from './entry'
import type { OutboxStore, RecoverableOutboxStore, StoredOutbox } from './store'

const MIRRORED = 'geek-outbox-copy:'
const CANCEL = 'geek-outbox-cancel:'
const GENERATION = 'geek-outbox-generation'
const TAKEN_BACK = 'geek-outbox-taken-back'
const SENT_UNSTORED = 'geek-outbox-sent-unstored'
/** Award ids to remember: more than a booth cancels, or sends unstored, while a tab is frozen. */
const MAX_RECENT = 50

/**
 * Mirrors waiting entries outside their database. Writes are synchronous and may fail silently.
 * The mirror is in local storage, because browsers on a full disk evict all of a site's databases
 * and caches together, but not local storage (fault 48; measured in Chromium 156). Workers have no
 * local storage, and therefore no mirror.
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
    /** The generation of the database that is mirrored; null if none is stored. */
    generation: () => get(GENERATION),
    setGeneration: (generation: string) => set(GENERATION, generation),
    ids: () => idsUnder(MIRRORED),
    has: (id: string) => get(MIRRORED + id) !== null,
    entries: () => idsUnder(MIRRORED).flatMap((id) => parseEntry(getJson(MIRRORED + id)) ?? []),
    put: (entry: OutboxEntry) => set(MIRRORED + idOf(entry), JSON.stringify(entry)),
    remove: (id: string) => remove(MIRRORED + id),
    /** Records a cancellation and its time, until `endCancel` is called. */
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
     * Awards sent without being stored, because storing failed. If that write succeeds after all, the
     * stored entry says that it was never sent.
     */
    sentUnstored: recentIds(SENT_UNSTORED),
  }
}

type OutboxMirror = ReturnType<typeof createMirror>

export type MirroredOutboxStore = ReturnType<typeof withMirror>

/**
 * Mirrors a store's entries, and restores a recreated store from them (fault 48). A restored award
 * may be recorded already; resent under its id, it counts once (rule 10).
 */
export function withMirror(
  store: RecoverableOutboxStore,
  mirror: OutboxMirror,
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

  /** Ids of the entries that are mirrored with the server's time of the tap. */
  const settled = new Set<string>()
  const isDated = (entry: OutboxEntry) => timesOf(entry)[0]?.made.serverTime != null
  function mirrorEntry(entry: OutboxEntry): void {
    // Another tab cancelled the award while this one was frozen.
    if (mirror.takenBack.has(idOf(entry))) return
    if (isDated(entry)) settled.add(idOf(entry))
    mirror.put(entry)
  }
  /**
   * A settled time belongs in the mirror: otherwise a restored award would get a new time, too close
   * to that of awards that the same page life has already sent (faults 48 and 50).
   */
  const lacksTime = (entry: OutboxEntry) => isDated(entry) && !settled.has(idOf(entry))
  /** False if only `attempted` changed: mirroring that would rewrite hundreds of entries. */
  const mustMirror = (entry: OutboxEntry) =>
    !isAward(entry) || entry.cancelled || entry.refusal !== null || lacksTime(entry)

  /**
   * Returns the mirror's entries at the moment of restoring. They may have been sent, so a
   * cancellation must void them, not just remove them.
   */
  function lostEntries(): readonly OutboxEntry[] {
    const pending = new Set(mirror.pendingCancels())
    return mirror.entries().map((entry) => {
      if (!isAward(entry)) return entry
      const cancelMade = entry.cancelMade ?? mirror.cancelMade(entry.awardId)
      return {
        ...entry,
        attempted: true,
        cancelled: entry.cancelled || pending.has(entry.awardId),
        cancelMade,
      }
    })
  }
  /**
   * Reads the store. Restores a lost database first, and marks a new one as mirrored. The check is
   * part of the read transaction, because a database may be lost at any moment.
   */
  async function readMatching(): Promise<StoredOutbox> {
    let restored: string | null = null
    for (;;) {
      const { generation: stored, ...read } = await store.read()
      const mirrored = mirror.generation()
      // Accept the restored generation too: a full local storage keeps the old one, which would
      // never match.
      if (stored !== null && (mirrored === null || stored === mirrored || stored === restored)) {
        if (mirrored === null) mirror.setGeneration(stored)
        return read
      }
      restored = newGeneration()
      await store.restore(lostEntries, restored)
      mirror.setGeneration(restored)
    }
  }
  /** Unsent awards being removed. If storage fails, they may still have been removed (fault 96). */
  const removing = new Set<string>()
  function takeBack(awardId: string): void {
    removing.delete(awardId)
    mirror.takenBack.add(awardId)
  }
  /** Returns each award's resulting entry; null if it was never sent and is removed. */
  async function finishCancels(
    awardIds: readonly string[],
    made?: MadeAt,
  ): Promise<ReadonlyMap<string, OutboxEntry | null>> {
    const cancel = changeAward((award) => {
      // Meanwhile another tab, or the worker, got a refusal: nothing is recorded that could be voided.
      if (award.refusal !== null) return award
      const attempted = award.attempted || mirror.sentUnstored.has(award.awardId)
      const cancelMade = award.cancelMade ?? made ?? mirror.cancelMade(award.awardId)
      if (!attempted) removing.add(award.awardId)
      return attempted ? { ...award, attempted, cancelled: true, cancelMade } : null
    })
    const outcomes = await update(awardIds, cancel)
    // A missing award has left the outbox, or was lost and the next read restores it.
    for (const [awardId, remaining] of outcomes) {
      if (remaining === null) takeBack(awardId)
      mirror.endCancel(awardId)
    }
    return outcomes
  }
  /**
   * Updates the mirror to match the store: a worker, which has no mirror, may have sent awards.
   * Removes only entries that the mirror had `before` the read: a tab that froze while reading does
   * not know what other tabs stored since.
   */
  function updateMirror({ entries }: StoredOutbox, before: readonly string[]): void {
    const mirrored = new Set(mirror.ids())
    for (const entry of entries)
      if (!mirrored.has(idOf(entry)) || lacksTime(entry)) mirrorEntry(entry)
    const stored = new Set(entries.map(idOf))
    for (const id of before) if (!stored.has(id)) mirror.remove(id)
  }
  const update: OutboxStore['update'] = async (ids, change) => {
    const outcomes = await store.update(ids, change)
    for (const [id, entry] of outcomes) {
      if (entry === null) mirror.remove(id)
      else if (mustMirror(entry)) mirrorEntry(entry)
    }
    return outcomes
  }

  return {
    async append(entry: New<OutboxEntry>): Promise<OutboxEntry> {
      const id = idOf(entry)
      lastOrder ??= greatestOrder(mirror.entries())
      const generation = mirror.generation()
      const stored = await store.append(entry, lastOrder)
      raiseLastOrder(stored.order)
      // While this tab was frozen, another one may have mirrored the entry and cancelled it since.
      if (!mirror.has(id) || !isAward(stored)) mirrorEntry(stored)
      // Another page may have recreated the database after the commit, without this entry.
      const current = mirror.generation()
      const isMissing = current !== null && current !== generation && !mirror.takenBack.has(id)
      if (isMissing) await store.restore(() => [stored], current)
      return stored
    },
    /**
     * Reads the outbox and completes cancellations. `takenBack` lists the awards that these removed
     * before they were sent.
     */
    async read(): Promise<StoredOutbox & { readonly takenBack: readonly string[] }> {
      const pending = mirror.pendingCancels()
      const cancelled = await finishCancels(pending)
      const before = mirror.ids()
      const read = await readMatching()
      // The read restored lost awards with these cancellations.
      for (const awardId of pending) mirror.endCancel(awardId)
      raiseLastOrder(greatestOrder(read.entries))
      updateMirror(read, before)
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
      mirror.beginCancel(awardId, made)
      return (await finishCancels([awardId], made)).get(awardId) === null
    },
    /**
     * Records, before the first await, that an award is sent although storing it failed: a late
     * write then counts as sent. Returns false if the award was cancelled while this tab was
     * frozen; it must not be sent.
     */
    markSentUnstored(awardId: string): boolean {
      mirror.sentUnstored.add(awardId)
      const isTakenBack = mirror.takenBack.has(awardId) || mirror.pendingCancels().includes(awardId)
      if (isTakenBack) mirror.sentUnstored.remove(awardId)
      return !isTakenBack
    },
    recordVoid: store.recordVoid,
    // Does not write the mirror: the next read mirrors the entries that wait again.
    reconcileLedger: store.reconcileLedger,
    /** The mirror's entries, for screens while the store is unreadable. */
    mirrored: () => mirror.entries(),
  }
}
