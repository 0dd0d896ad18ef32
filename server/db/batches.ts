import { isUnavailable, Overloaded } from './unavailable'

const MAX_BATCH = 128
/** Back-pressure: so many may wait, and so many of one owner while others wait too and more than half are taken. */
const PLACES = 1_000
const SHARE = PLACES / 10

interface Waiting<Item, Result> {
  readonly item: Item
  readonly resolve: (result: Result) => void
  readonly reject: (reason: unknown) => void
}

/** Items that wait for their turn, which goes round over their owners: who has many waits for none but their own. */
function createTurns<One>() {
  /** In the order of their turns; each one's items in the order of arrival. */
  const owners = new Map<string, One[]>()
  let size = 0

  const of = (owner: string) => owners.get(owner)?.length ?? 0

  return {
    size: () => size,
    /** Whether others wait too, and an owner has more than a tenth of the places, or where all are taken an even part. */
    isGreedy: (owner: string) =>
      owners.size > (owners.has(owner) ? 1 : 0) &&
      of(owner) > (size < PLACES ? SHARE : Math.min(SHARE, PLACES / owners.size - 1)),
    add(owner: string, one: One): void {
      const items = owners.get(owner)
      if (items === undefined) owners.set(owner, [one])
      else items.push(one)
      size++
    },
    /** Takes back the newest item of whoever has most, if that is more than `owner` will have. */
    dropFor(owner: string): One | undefined {
      const [most, items] = [...owners].reduce((greatest, one) => (one[1].length > greatest[1].length ? one : greatest))
      if (items.length <= of(owner) + 1) return undefined
      size--
      if (items.length === 1) owners.delete(most)
      return items.pop()
    },
    take(count: number): One[] {
      const taken: One[] = []
      for (const [owner, items] of owners) {
        if (taken.length === count) break
        // Whoever has more goes to the end of the round.
        owners.delete(owner)
        taken.push(...items.splice(0, owners.size === 0 ? count - taken.length : 1))
        if (items.length > 0) owners.set(owner, items)
      }
      size -= taken.length
      return taken
    },
  }
}

/**
 * Batches items that arrive at the same moment, one batch at a time, so that many small changes cost one transaction. A batch
 * starts at the end of a turn of the event loop, or earlier once it is full.
 * @param work handles a whole batch in one transaction and returns a result for each item in order. If it fails, and not
 * because the database is unavailable, each item is tried alone, so that a failing one does not affect the others
 * (fault 39)
 */
export function createBatches<Item, Result>(work: (items: readonly Item[]) => Promise<readonly Result[]>) {
  const waiting = createTurns<Waiting<Item, Result>>()
  let draining: Promise<void> | null = null
  let endTurn = () => {}

  async function attempt(batch: readonly Waiting<Item, Result>[]): Promise<void> {
    const results = await work(batch.map(({ item }) => item))
    if (results.length !== batch.length) throw new Error('a batch has a result for each of its items')
    for (const [index, result] of results.entries()) batch[index]?.resolve(result)
  }

  async function run(batch: readonly Waiting<Item, Result>[]): Promise<void> {
    try {
      await attempt(batch)
    } catch (reason) {
      if (batch.length === 1 || isUnavailable(reason)) for (const one of batch) one.reject(reason)
      else for (const one of batch) await run([one])
    }
  }

  async function drain(): Promise<void> {
    while (waiting.size() > 0) {
      await new Promise<void>((resolve) => {
        endTurn = resolve
        setImmediate(resolve)
      })
      await run(waiting.take(MAX_BATCH))
    }
    draining = null
  }

  return {
    /** Throws `Overloaded` where more than half of the places are taken and an owner has too many of them. */
    assertShare(owner: string): void {
      if (waiting.size() > PLACES / 2 && waiting.isGreedy(owner)) throw new Overloaded('sender')
    },
    /**
     * Returns the item's own result. If all places are taken, rejects whoever has most with `Overloaded`, which may be the item's
     * own owner.
     */
    add: (item: Item, owner = '') =>
      new Promise<Result>((resolve, reject) => {
        if (waiting.size() >= PLACES) {
          const dropped = waiting.dropFor(owner)
          if (dropped === undefined) throw new Overloaded(waiting.isGreedy(owner) ? 'sender' : 'all')
          dropped.reject(new Overloaded('sender'))
        }
        waiting.add(owner, { item, resolve, reject })
        draining ??= drain()
        if (waiting.size() >= MAX_BATCH) endTurn()
      }),
    /** Resolves when nothing is waiting. */
    async idle(): Promise<void> {
      await draining
    },
  }
}
