import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type DrainOptions, drain } from '../../src/offline/drain'
import { createMemoryOutboxStore } from '../../src/offline/memory-outbox-store'
import type { OutboxEntry } from '../../src/offline/outbox-entry'
import type { SendOutcome } from '../../src/offline/send-awards'
import { type Answer, newEntry, recordedAward, sendManyTo, sendTo } from './entries'

function outboxWith(...entries: OutboxEntry[]) {
  return createMemoryOutboxStore({ stored: new Map(entries.map((entry) => [entry.awardId, entry])), generation: null })
}

const undo = async (entry: OutboxEntry): Promise<SendOutcome> => ({ is: 'recorded', award: recordedAward(entry) })

interface Drained extends Partial<Omit<DrainOptions, 'send'>> {
  readonly store: DrainOptions['store']
  /** How the server handles one award. */
  readonly send: Answer
  /** True if the server accepts several awards in one call. */
  readonly batches?: boolean
}

/** Drains Iva's awards against a test's server. */
function drainTo({ send, batches = false, ...options }: Drained) {
  return drain({
    userId: 'iva',
    undo,
    settleTimes: async () => null,
    ...options,
    send: batches ? sendManyTo(send) : sendTo(send),
  })
}

describe('a drain', () => {
  test('sends the waiting awards, for each team in the order of the taps, and empties the outbox', async () => {
    const entries = [3, 1, 2].flatMap((order) => ['sove', 'vukovi'].map((teamId) => newEntry({ teamId, order })))
    const store = outboxWith(...entries)
    const sent: OutboxEntry[] = []
    const send: Answer = async (entry) => {
      sent.push(entry)
      return true
    }
    const outcome = await drainTo({ store, send })
    expect(outcome).toEqual({ is: 'empty' })
    expect(await store.read()).toEqual({ entries: [], unreadable: [] })
    for (const teamId of ['sove', 'vukovi']) {
      expect(sent.filter((entry) => entry.teamId === teamId).map((entry) => entry.order)).toEqual([1, 2, 3])
    }
  })

  test('fault 11: also sends awards that are added while it runs', async () => {
    const store = outboxWith(newEntry({ order: 1 }))
    const late = newEntry({ order: 2 })
    const sent: string[] = []
    await drainTo({
      store,
      send: async (entry) => {
        if (sent.push(entry.awardId) === 1) await store.append(late)
        return true
      },
    })
    expect(sent.at(-1)).toBe(late.awardId)
    expect((await store.read()).entries).toEqual([])
  })

  test('fault 12: sets a refused award aside with its reason and sends those behind it', async () => {
    const [refused, behind] = [newEntry({ order: 1 }), newEntry({ order: 2 })]
    const store = outboxWith(refused, behind)
    const send: Answer = async (entry) =>
      entry.awardId === refused.awardId ? { is: 'refused', code: 'COOLDOWN', reason: 'Pauza.' } : true
    expect(await drainTo({ store, send })).toEqual({ is: 'empty' })
    expect((await store.read()).entries).toEqual([
      { ...refused, attempted: true, refusal: { code: 'COOLDOWN', reason: 'Pauza.' } },
    ])
  })

  test('tries a failing award once per drain, and it blocks only its own team', async () => {
    const [stuck, behind, other] = [newEntry({ order: 1 }), newEntry({ order: 2 }), newEntry({ order: 3, teamId: 'sove' })]
    const store = outboxWith(stuck, behind, other)
    const sent: string[] = []
    const send: Answer = async (entry) => {
      sent.push(entry.awardId)
      return entry.awardId === stuck.awardId ? { is: 'failed' } : true
    }
    expect(await drainTo({ store, send })).toEqual({ is: 'later', silent: false, retryAfterMs: null })
    expect(sent.sort()).toEqual([stuck.awardId, other.awardId].sort())
    expect((await store.read()).entries.map((entry) => entry.awardId).sort()).toEqual([stuck.awardId, behind.awardId].sort())
  })

  test('fault 14: stops when the server asks for a pause, and keeps everything', async () => {
    const store = outboxWith(newEntry({ order: 1 }), newEntry({ order: 2 }))
    const send: Answer = async () => ({ is: 'unreachable', silent: false, retryAfterMs: 7_000 })
    expect(await drainTo({ store, send })).toEqual({ is: 'later', silent: false, retryAfterMs: 7_000 })
    expect((await store.read()).entries).toHaveLength(2)
  })

  test('fault 16: never sends awards of another account, and stops if the session belongs to another account', async () => {
    const theirs = newEntry({ userId: 'luka' })
    const store = outboxWith(theirs, newEntry())
    const sent: OutboxEntry[] = []
    const send: Answer = async (entry) => {
      sent.push(entry)
      return { is: 'other-session' }
    }
    expect(await drainTo({ store, send })).toEqual({ is: 'other-session' })
    expect(sent.map((entry) => entry.userId)).toEqual(['iva'])
    expect((await store.read()).entries).toHaveLength(2)
  })
})

describe('an award that was cancelled after it was sent', () => {
  const cancelled = () => newEntry({ attempted: true, cancelled: true })

  test('is sent under its id and then voided', async () => {
    const entry = cancelled()
    const store = outboxWith(entry)
    const calls: string[] = []
    const outcome = await drainTo({
      store,
      send: async (one) => {
        calls.push(`send ${one.awardId}`)
        return true
      },
      undo: async (one) => {
        calls.push(`undo ${one.awardId}`)
        return await undo(one)
      },
    })
    expect(outcome).toEqual({ is: 'empty' })
    expect(calls).toEqual([`send ${entry.awardId}`, `undo ${entry.awardId}`])
    expect((await store.read()).entries).toEqual([])
  })

  test('is voided also if it is cancelled while its call is in flight', async () => {
    const entry = newEntry()
    const store = outboxWith(entry)
    const voided: string[] = []
    await drainTo({
      store,
      send: async () => {
        await store.update([entry.awardId], (stored) => ({ ...stored, cancelled: true }))
        return true
      },
      undo: async (one) => {
        voided.push(one.awardId)
        return await undo(one)
      },
    })
    expect(voided).toEqual([entry.awardId])
    expect((await store.read()).entries).toEqual([])
  })

  test('stays until the server has received it', async () => {
    const store = outboxWith(cancelled())
    const silent = async (): Promise<SendOutcome> => ({ is: 'unreachable', silent: true, retryAfterMs: null })
    expect(await drainTo({ store, send: async () => true, undo: silent })).toEqual({
      is: 'later',
      silent: true,
      retryAfterMs: null,
    })
    expect((await store.read()).entries).toHaveLength(1)
  })

  test('fault 14: is voided later if the server has asked for a pause at another one of its batch', async () => {
    const entries = [1, 2, 3].map((order) => newEntry({ order, attempted: true, cancelled: true }))
    const store = outboxWith(...entries)
    const voided: string[] = []
    const busy = async ({ awardId }: OutboxEntry): Promise<SendOutcome> => {
      voided.push(awardId)
      return { is: 'unreachable', silent: false, retryAfterMs: 7_000 }
    }
    expect(await drainTo({ store, batches: true, send: async () => true, undo: busy })).toEqual({
      is: 'later',
      silent: false,
      retryAfterMs: 7_000,
    })
    expect(voided).toEqual([entries[0]?.awardId])
    expect((await store.read()).entries).toHaveLength(3)
  })

  test('waits behind another one of its team that could not be voided, and blocks no other team', async () => {
    const cancelledIn = (teamId: string, order: number) => newEntry({ order, teamId, attempted: true, cancelled: true })
    const [stuck, behind, other] = [cancelledIn('sove', 1), cancelledIn('sove', 2), cancelledIn('vukovi', 3)]
    const store = outboxWith(stuck, behind, other)
    const voided = new Set<string>()
    await drainTo({
      store,
      batches: true,
      send: async () => true,
      undo: async (entry) => {
        voided.add(entry.awardId)
        return entry.awardId === stuck.awardId ? { is: 'failed' } : await undo(entry)
      },
    })
    expect(voided).toEqual(new Set([stuck.awardId, other.awardId]))
    const left = (await store.read()).entries.map(({ awardId }) => awardId)
    expect(new Set(left)).toEqual(new Set([stuck.awardId, behind.awardId]))
  })

  test('is shown with the reason if the server refuses to void it', async () => {
    const store = outboxWith(cancelled())
    const tooLate = async (): Promise<SendOutcome> => ({ is: 'refused', code: 'VOID_TOO_LATE', reason: 'Prekasno.' })
    expect(await drainTo({ store, send: async () => true, undo: tooLate })).toEqual({ is: 'empty' })
    expect((await store.read()).entries[0]?.refusal).toEqual({ code: 'VOID_TOO_LATE', reason: 'Prekasno.' })
  })

  test('is removed without being shown if the server has refused it anyway', async () => {
    const store = outboxWith(cancelled())
    const refused: Answer = async () => ({ is: 'refused', code: 'COOLDOWN', reason: 'Pauza.' })
    await drainTo({ store, send: refused })
    expect((await store.read()).entries).toEqual([])
  })
})

test('fault 9: an award that another page has sent and removed is not voided', async () => {
  const entry = newEntry()
  const store = outboxWith(entry)
  const voided: string[] = []
  await drainTo({
    store,
    send: async () => {
      await store.update([entry.awardId], () => null)
      return true
    },
    undo: async (one) => {
      voided.push(one.awardId)
      return await undo(one)
    },
  })
  expect(voided).toEqual([])
})

test('an award that was cancelled before it was sent is never sent', async () => {
  const [first, second] = [newEntry({ order: 1, teamId: 'sove' }), newEntry({ order: 2 })]
  const store = outboxWith(first, second)
  const sent: string[] = []
  await drainTo({
    store,
    lanes: 1,
    settleTimes: async () => null,
    send: async (entry) => {
      sent.push(entry.awardId)
      return true
    },
    onSettled: () => undefined,
  })
  expect(sent).toEqual([first.awardId, second.awardId])

  const cancelled = newEntry({ made: { ...first.made, serverTime: null } })
  const later = outboxWith(cancelled)
  sent.length = 0
  // Cancelled between reading the outbox and marking the award as sent.
  const settleTimes = async () => {
    await later.update([cancelled.awardId], () => null)
    return null
  }
  const send: Answer = async (entry) => {
    sent.push(entry.awardId)
    return true
  }
  expect(await drainTo({ store: later, settleTimes, send })).toEqual({ is: 'empty' })
  expect(sent).toEqual([])
})

test('fault 50: sends nothing before the time of every tap is settled, and waits if the server does not respond', async () => {
  const entry = newEntry({ made: { ...newEntry().made, serverTime: null } })
  const store = outboxWith(entry)
  const silent = { is: 'unreachable', silent: true, retryAfterMs: null } as const
  const sent: (number | null)[] = []
  const send: Answer = async ({ made }) => {
    sent.push(made.serverTime)
    return true
  }
  expect(await drainTo({ store, send, settleTimes: async () => silent })).toEqual({
    is: 'later',
    silent: true,
    retryAfterMs: null,
  })
  expect(sent).toEqual([])
  const settleTimes = async () => {
    await store.update([entry.awardId], (stored) => ({ ...stored, made: { ...stored.made, serverTime: 7 } }))
    return null
  }
  expect(await drainTo({ store, send, settleTimes })).toEqual({ is: 'empty' })
  expect(sent).toEqual([7])
})

test('when storage fails in one lane the drain ends only after every lane has ended', async () => {
  const [broken, other] = [newEntry({ teamId: 'sove' }), newEntry({ teamId: 'vukovi' })]
  const store = outboxWith(broken, other)
  const { update } = store
  store.update = async (awardIds, change) => {
    if (awardIds.includes(broken.awardId)) throw new DOMException('gone', 'InvalidStateError')
    return await update(awardIds, change)
  }
  let underWay = 0
  const send: Answer = async () => {
    underWay++
    await new Promise((resolve) => setImmediate(resolve))
    underWay--
    return true
  }
  await expect(drainTo({ store, send })).rejects.toThrow('gone')
  expect(underWay).toBe(0)
  expect((await store.read()).entries.map((entry) => entry.awardId)).toEqual([broken.awardId])
})

test('whatever the server responds, each award ends up recorded once, refused, or still waiting', async () => {
  const outcome = fc.constantFrom<Awaited<ReturnType<Answer>>>(
    true,
    { is: 'refused', code: 'COOLDOWN', reason: 'Pauza.' },
    { is: 'failed' },
    { is: 'unreachable', silent: true, retryAfterMs: null },
    { is: 'other-session' },
  )
  const taps = fc.array(fc.record({ teamId: fc.constantFrom('a', 'b', 'c'), order: fc.nat(5) }), { maxLength: 12 })
  await fc.assert(
    fc.asyncProperty(
      taps,
      fc.infiniteStream(outcome),
      fc.integer({ min: 1, max: 4 }),
      fc.boolean(),
      async (made, answers, lanes, batches) => {
        const entries = made.map((tap) => newEntry(tap))
        const store = outboxWith(...entries)
        const ledger = new Map<string, number>()
        const send: Answer = async (entry) => {
          const { value } = answers.next()
          if (value === true) ledger.set(entry.awardId, (ledger.get(entry.awardId) ?? 0) + 1)
          return value ?? true
        }
        await drainTo({ store, undo, send, lanes, batches })
        const left = new Set((await store.read()).entries.map((entry) => entry.awardId))
        for (const { awardId } of entries) expect((ledger.get(awardId) ?? 0) + (left.has(awardId) ? 1 : 0)).toBe(1)
      },
    ),
  )
})
