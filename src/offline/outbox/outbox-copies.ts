import * as v from 'valibot'
import type { LocalStorage } from '../../api/local-storage'
import { type OutboxEntry, parseOutboxEntry } from './outbox-entry'

const COPY = 'geek-outbox-copy:'
const CANCEL = 'geek-outbox-cancel:'
const GENERATION = 'geek-outbox-generation'
const TAKEN_BACK = 'geek-outbox-taken-back'
/** More than a booth takes back while one of its tabs is frozen. */
const TAKEN_BACK_KEPT = 50

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
    /** The generation of the database that the copies belong to; null if none is stored. */
    generation: () => attempt(null, (kept) => kept.getItem(GENERATION)),
    setGeneration: (generation: string) => attempt(undefined, (kept) => kept.setItem(GENERATION, generation)),
    ids: () => idsUnder(COPY),
    has: (awardId: string) => attempt(false, (kept) => kept.getItem(COPY + awardId) !== null),
    entries: () => idsUnder(COPY).flatMap((awardId) => read(awardId) ?? []),
    put: (entry: OutboxEntry) => attempt(undefined, (kept) => kept.setItem(COPY + entry.awardId, JSON.stringify(entry))),
    remove: (awardId: string) => attempt(undefined, (kept) => kept.removeItem(COPY + awardId)),
    /** Records that an award is to be cancelled, until `endCancel`. */
    noteCancel: (awardId: string) => attempt(undefined, (kept) => kept.setItem(CANCEL + awardId, '')),
    endCancel: (awardId: string) => attempt(undefined, (kept) => kept.removeItem(CANCEL + awardId)),
    notedCancels: () => idsUnder(CANCEL),
    /** Records that an award was taken back unsent, until it is given again: a tab that was frozen meanwhile must not bring it back. */
    noteTakenBack: (awardId: string) => keepTakenBack([awardId, ...takenBack()]),
    endTakenBack: (awardId: string) => keepTakenBack(takenBack().filter((one) => one !== awardId)),
    wasTakenBack: (awardId: string) => takenBack().includes(awardId),
  }
}

export type OutboxCopies = ReturnType<typeof createOutboxCopies>
