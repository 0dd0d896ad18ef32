import * as v from 'valibot'
import type { LocalStorage } from '../../api/local-storage'
import { type MadeAt, madeSchema } from '../clock/queued-time'
import { type OutboxEntry, parseOutboxEntry } from './outbox-entry'

const COPY = 'geek-outbox-copy:'
const CANCEL = 'geek-outbox-cancel:'
const GENERATION = 'geek-outbox-generation'
const TAKEN_BACK = 'geek-outbox-taken-back'
const SENT_UNSTORED = 'geek-outbox-sent-unstored'
/** More than a booth takes back, or sends unstored, while one of its tabs is frozen. */
const NOTED = 50

/**
 * Copies of waiting awards outside their database. Writes are synchronous and may fail silently. In local storage, because browsers
 * evict all of a site's databases and caches together when the disk is full, but not local storage (fault 48; measured in Chromium
 * 156). Workers have no local storage and keep no copies.
 */
export function createOutboxCopies(storage: LocalStorage | null) {
  function attempt<T>(otherwise: T, work: (storage: LocalStorage) => T): T {
    if (storage === null) return otherwise
    try {
      return work(storage)
    } catch {
      return otherwise
    }
  }
  const idsUnder = (prefix: string): readonly string[] =>
    attempt([], (kept) =>
      Array.from({ length: kept.length }, (_, index) => kept.key(index) ?? '')
        .filter((key) => key.startsWith(prefix))
        .map((key) => key.slice(prefix.length)),
    )
  function readJson(key: string): unknown {
    const text = attempt(null, (kept) => kept.getItem(key))
    const parsed = v.safeParse(v.pipe(v.string(), v.parseJson()), text)
    return parsed.success ? parsed.output : null
  }
  /** The last awards of which something is noted. Award ids hold no comma. */
  function notedUnder(key: string) {
    const ids = () => attempt('', (kept) => kept.getItem(key) ?? '').split(',')
    const keep = (awardIds: readonly string[]) => attempt(undefined, (kept) => kept.setItem(key, awardIds.slice(0, NOTED).join()))
    return {
      note: (awardId: string) => keep([awardId, ...ids()]),
      end: (awardId: string) => keep(ids().filter((one) => one !== awardId)),
      has: (awardId: string) => ids().includes(awardId),
    }
  }
  return {
    /** The generation of the database that the copies belong to; null if none is stored. */
    generation: () => attempt(null, (kept) => kept.getItem(GENERATION)),
    setGeneration: (generation: string) => attempt(undefined, (kept) => kept.setItem(GENERATION, generation)),
    ids: () => idsUnder(COPY),
    has: (awardId: string) => attempt(false, (kept) => kept.getItem(COPY + awardId) !== null),
    entries: () => idsUnder(COPY).flatMap((awardId) => parseOutboxEntry(readJson(COPY + awardId)) ?? []),
    put: (entry: OutboxEntry) => attempt(undefined, (kept) => kept.setItem(COPY + entry.awardId, JSON.stringify(entry))),
    remove: (awardId: string) => attempt(undefined, (kept) => kept.removeItem(COPY + awardId)),
    /** Records that an award is to be cancelled, and since when, until `endCancel`. */
    noteCancel: (awardId: string, made?: MadeAt) =>
      attempt(undefined, (kept) => kept.setItem(CANCEL + awardId, made === undefined ? '' : JSON.stringify(made))),
    cancelMade(awardId: string): MadeAt | undefined {
      const parsed = v.safeParse(madeSchema, readJson(CANCEL + awardId))
      return parsed.success ? parsed.output : undefined
    },
    endCancel: (awardId: string) => attempt(undefined, (kept) => kept.removeItem(CANCEL + awardId)),
    notedCancels: () => idsUnder(CANCEL),
    /** Awards that were taken back unsent, until they are given again: a tab that was frozen meanwhile must not bring them back. */
    takenBack: notedUnder(TAKEN_BACK),
    /** Awards that were sent because storing them failed. A write that ends late leaves them here as never sent. */
    sentUnstored: notedUnder(SENT_UNSTORED),
  }
}

export type OutboxCopies = ReturnType<typeof createOutboxCopies>
