import * as v from 'valibot'
import type { LocalStorage } from '../../api/local-storage'
import { type OutboxEntry, parseOutboxEntry } from './outbox-entry'

const COPY = 'geek-outbox-copy:'
const CANCEL = 'geek-outbox-cancel:'
const GENERATION = 'geek-outbox-generation'
const TAKEN_BACK = 'geek-outbox-taken-back'
/** More than a booth takes back while one of its tabs is frozen. */
const TAKEN_BACK_KEPT = 50

/** Copies of waiting awards outside their database. Writes are synchronous and may fail silently. */
export interface OutboxCopies {
  /** The generation of the database that the copies belong to; null if none is stored. */
  generation(): string | null
  setGeneration(generation: string): void
  ids(): readonly string[]
  has(awardId: string): boolean
  entries(): readonly OutboxEntry[]
  put(entry: OutboxEntry): void
  remove(awardId: string): void
  /** Records that an award is to be cancelled, until `endCancel`. */
  noteCancel(awardId: string): void
  endCancel(awardId: string): void
  notedCancels(): readonly string[]
  /** Records that an award was taken back unsent, until it is given again: a tab that was frozen meanwhile must not bring it back. */
  noteTakenBack(awardId: string): void
  endTakenBack(awardId: string): void
  wasTakenBack(awardId: string): boolean
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
  /** Award ids hold no comma. */
  const takenBack = () => attempt('', (kept) => kept.getItem(TAKEN_BACK) ?? '').split(',')
  const keepTakenBack = (awardIds: readonly string[]) =>
    attempt(undefined, (kept) => kept.setItem(TAKEN_BACK, awardIds.slice(0, TAKEN_BACK_KEPT).join()))
  return {
    generation: () => attempt(null, (kept) => kept.getItem(GENERATION)),
    setGeneration: (generation) => attempt(undefined, (kept) => kept.setItem(GENERATION, generation)),
    ids: () => idsUnder(COPY),
    has: (awardId) => attempt(false, (kept) => kept.getItem(COPY + awardId) !== null),
    entries: () => idsUnder(COPY).flatMap((awardId) => read(awardId) ?? []),
    put: (entry) => attempt(undefined, (kept) => kept.setItem(COPY + entry.awardId, JSON.stringify(entry))),
    remove: (awardId) => attempt(undefined, (kept) => kept.removeItem(COPY + awardId)),
    noteCancel: (awardId) => attempt(undefined, (kept) => kept.setItem(CANCEL + awardId, '')),
    endCancel: (awardId) => attempt(undefined, (kept) => kept.removeItem(CANCEL + awardId)),
    notedCancels: () => idsUnder(CANCEL),
    noteTakenBack: (awardId) => keepTakenBack([awardId, ...takenBack()]),
    endTakenBack: (awardId) => keepTakenBack(takenBack().filter((one) => one !== awardId)),
    wasTakenBack: (awardId) => takenBack().includes(awardId),
  }
}
