import * as v from 'valibot'
import type { LocalStorage } from '../api/local-storage'
import { type OutboxEntry, parseOutboxEntry } from './outbox-entry'

const COPY = 'geek-outbox-copy:'
const CANCEL = 'geek-outbox-cancel:'
const GENERATION = 'geek-outbox-generation'

/** Copies of waiting awards outside their database. Writes are synchronous and may fail silently. */
export interface OutboxCopies {
  /** The generation of the database that the copies belong to; null if none is stored. */
  generation(): string | null
  setGeneration(generation: string): void
  ids(): readonly string[]
  entries(): readonly OutboxEntry[]
  put(entry: OutboxEntry): void
  remove(awardId: string): void
  /** Records that an award is to be cancelled, until `endCancel`. */
  noteCancel(awardId: string): void
  endCancel(awardId: string): void
  notedCancels(): readonly string[]
}

/**
 * Keeps copies in local storage, because browsers evict all of a site's databases and caches together when the disk is
 * full, but not local storage (fault 48; measured in Chromium 156). Workers have no local storage and keep no copies.
 */
export function createOutboxCopies(storage: LocalStorage | null): OutboxCopies {
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
  function read(awardId: string): OutboxEntry | null {
    const text = attempt(null, (kept) => kept.getItem(COPY + awardId))
    const parsed = v.safeParse(v.pipe(v.string(), v.parseJson()), text)
    return parsed.success ? parseOutboxEntry(parsed.output) : null
  }
  return {
    generation: () => attempt(null, (kept) => kept.getItem(GENERATION)),
    setGeneration: (generation) => attempt(undefined, (kept) => kept.setItem(GENERATION, generation)),
    ids: () => idsUnder(COPY),
    entries: () => idsUnder(COPY).flatMap((awardId) => read(awardId) ?? []),
    put: (entry) => attempt(undefined, (kept) => kept.setItem(COPY + entry.awardId, JSON.stringify(entry))),
    remove: (awardId) => attempt(undefined, (kept) => kept.removeItem(COPY + awardId)),
    noteCancel: (awardId) => attempt(undefined, (kept) => kept.setItem(CANCEL + awardId, '')),
    endCancel: (awardId) => attempt(undefined, (kept) => kept.removeItem(CANCEL + awardId)),
    notedCancels: () => idsUnder(CANCEL),
  }
}
