import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { OutboxEntry } from '../../src/offline/outbox/outbox-entry'
import { drainTo, outboxWith, voidNothing } from './drain-to'
import { type Answer, newEntry } from './entries'

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
    expect(await store.read()).toEqual({ entries: [], unreadable: [], generation: null })
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
    const send: Answer = async () => ({ is: 'later', silent: false, retryAfterMs: 7_000 })
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

test('fault 50: sends nothing before the time of every tap is settled, and waits if the server does not respond', async () => {
  const entry = newEntry({ made: { ...newEntry().made, serverTime: null } })
  const store = outboxWith(entry)
  const silent = { is: 'later', silent: true, retryAfterMs: null } as const
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
  await expect(drainTo({ store, send })).rejects.toMatchObject({ name: 'InvalidStateError' })
  expect(underWay).toBe(0)
  expect((await store.read()).entries.map((entry) => entry.awardId)).toEqual([broken.awardId])
})

test('when storage fails in one lane the others begin nothing more', async () => {
  const broken = newEntry({ teamId: 'sove' })
  const others = [newEntry({ order: 1 }), newEntry({ order: 2 })]
  const store = outboxWith(broken, ...others)
  const { update } = store
  store.update = async (awardIds, change) => {
    if (awardIds.includes(broken.awardId)) throw new DOMException('gone', 'InvalidStateError')
    return await update(awardIds, change)
  }
  const sent: string[] = []
  const send: Answer = async ({ awardId }) => {
    sent.push(awardId)
    await new Promise((resolve) => setImmediate(resolve))
    return true
  }
  await expect(drainTo({ store, send })).rejects.toMatchObject({ name: 'InvalidStateError' })
  expect(sent).toEqual([others[0]?.awardId])
})

test.each([
  ['in the same lane', 1],
  ['in another lane', 2],
])('fault 14: once the server asks for a pause no award of another team is sent, %s', async (_where, lanes) => {
  const [busy, ...others] = [
    newEntry({ order: 1, teamId: 'sove' }),
    newEntry({ order: 2 }),
    newEntry({ order: 3 }),
    newEntry({ order: 4 }),
  ]
  const sent: string[] = []
  const send: Answer = async ({ awardId, teamId }) => {
    sent.push(awardId)
    if (teamId === 'sove') return { is: 'later', silent: false, retryAfterMs: 7_000 }
    await new Promise((resolve) => setImmediate(resolve))
    return true
  }
  const outcome = await drainTo({ store: outboxWith(busy, ...others), send, lanes })
  expect(outcome).toEqual({ is: 'later', silent: false, retryAfterMs: 7_000 })
  expect(sent.toSorted()).toEqual(
    [busy, ...others]
      .slice(0, lanes)
      .map(({ awardId }) => awardId)
      .toSorted(),
  )
})

test('whatever the server responds, each award ends up recorded once, refused, or still waiting', async () => {
  const outcome = fc.constantFrom<Awaited<ReturnType<Answer>>>(
    true,
    { is: 'refused', code: 'COOLDOWN', reason: 'Pauza.' },
    { is: 'failed' },
    { is: 'later', silent: true, retryAfterMs: null },
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
        await drainTo({ store, undo: voidNothing, send, lanes, batches })
        const left = new Set((await store.read()).entries.map((entry) => entry.awardId))
        for (const { awardId } of entries) expect((ledger.get(awardId) ?? 0) + (left.has(awardId) ? 1 : 0)).toBe(1)
      },
    ),
  )
})
