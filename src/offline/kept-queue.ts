import { del, promisifyRequest, set, type UseStore, values } from 'idb-keyval'
import * as v from 'valibot'
import { createEmitter, createObservable } from '#lib/observable'
import type { Blocked, DrainOutcome } from './sender'

/** An entry of a kept queue. It is sent while it is `waiting`; any other fate is the server's decision, and stays to be seen. */
interface Kept {
  readonly userId: string
  readonly fate: { readonly is: string }
}

/** What the server has decided: `left` stays on the device, null for nothing. */
interface Decided<E, A> {
  readonly is: 'decided'
  readonly left: E | null
  /** For listeners; null if there is nothing to tell. */
  readonly answer: A | null
}

export interface KeptQueueOptions<E extends Kept, A> {
  readonly lock: string
  readonly store: UseStore
  /** Stored values that this version of the app cannot read block no others. */
  readonly schema: v.GenericSchema<unknown, E>
  readonly idOf: (entry: E) => string
  readonly send: (entry: E) => Promise<Decided<E, A> | Blocked>
}

/** The entries stored on this device, of all accounts. Only 'read' storage may be shown as empty (fault 46). */
export interface KeptView<E> {
  readonly storage: 'unknown' | 'read' | 'unreadable'
  readonly entries: readonly E[]
}

/**
 * Entries in a database of their own that are sent one by one, each until the server has decided. For entries that the server counts
 * once however often they are sent, and of which none waits for another. The outbox of awards is no such queue: a team's awards keep
 * their order, forty go in a call, and each can be taken back, copied and confirmed again.
 */
export function createKeptQueue<E extends Kept, A>({ lock, store, schema, idOf, send }: KeptQueueOptions<E, A>) {
  const answers = createEmitter<[answer: A]>()
  const view = createObservable<KeptView<E>>({ storage: 'unknown', entries: [] })
  const waiting = (userId: string) => view.get().entries.filter((one) => one.userId === userId && one.fate.is === 'waiting')

  function parse(stored: unknown): E[] {
    const parsed = v.safeParse(schema, stored)
    return parsed.success ? [parsed.output] : []
  }
  async function refresh(): Promise<void> {
    try {
      const stored = await values<unknown>(store)
      view.set({ storage: 'read', entries: stored.flatMap(parse) })
    } catch {
      view.set({ ...view.get(), storage: 'unreadable' })
    }
  }
  /** Stores an entry unless the person has removed it meanwhile. */
  async function replace(entry: E): Promise<void> {
    await store('readwrite', async (kept) => {
      if ((await promisifyRequest(kept.getKey(idOf(entry)))) === undefined) return
      await promisifyRequest(kept.put(entry, idOf(entry)))
    })
  }

  return {
    lock,
    refresh,
    waits: (userId: string) => waiting(userId).length > 0,
    /** Sends this account's waiting entries, until the server does not decide on one. */
    async drain(userId: string): Promise<DrainOutcome> {
      await refresh()
      for (const entry of waiting(userId)) {
        const outcome = await send(entry)
        if (outcome.is !== 'decided') return outcome
        await (outcome.left === null ? del(idOf(entry), store) : replace(outcome.left))
        if (outcome.answer !== null) answers.emit(outcome.answer)
      }
      return { is: 'empty' }
    },
    afterDrain: refresh,
    async put(entry: E): Promise<void> {
      await set(idOf(entry), entry, store)
      await refresh()
    },
    async remove(id: string): Promise<void> {
      await del(id, store)
      await refresh()
    },
    view: view.get,
    subscribe: view.subscribe,
    /** Notifies `listener` of the server's answers to entries. Returns an unsubscribe function. */
    onAnswer: answers.subscribe,
  }
}
