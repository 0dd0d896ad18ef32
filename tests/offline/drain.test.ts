import { describe, expect, test, vi } from 'vitest'
import { AWARDS_AT_ONCE } from '#contract/protocol'
import { createAnswers } from '../../src/offline/answers'
import type { AwardEntry } from '../../src/offline/entry'
import type { SendOutcome, SentAwards } from '../../src/offline/transport'
import { drainBatches, drainTo, outboxWith, voidNothing } from './drain-to'
import {
  type Answer,
  appendAward,
  idsOf,
  newEntry,
  noting,
  REFUSED,
  readAwards,
  recordedAward,
  SILENT,
  sendManyTo,
  setting,
} from './entries'

describe('a drain', () => {
  test('fault 11: also sends awards that are added while it runs', async () => {
    const store = outboxWith(newEntry({ order: 1 }))
    const late = newEntry({ order: 2 })
    const { sent, send } = noting(async () => {
      if (sent.length === 1) await appendAward(store, late)
      return true
    })
    expect(await drainTo({ store, send })).toEqual({ kind: 'empty' })
    expect(sent.at(-1)?.awardId).toBe(late.awardId)
    expect(await store.read()).toEqual({ entries: [], unreadable: [], generation: null })
  })

  test('tries a failing award once per drain, and holds back only awards of the same team', async () => {
    const [stuck, behind, other] = [
      newEntry({ order: 1 }),
      newEntry({ order: 2 }),
      newEntry({ order: 3, teamId: 'sove' }),
    ]
    const store = outboxWith(stuck, behind, other)
    const { sent, send } = noting(async (entry) =>
      entry.awardId === stuck.awardId ? { kind: 'failed' } : true,
    )
    expect(await drainTo({ store, send })).toEqual({
      kind: 'later',
      silent: false,
      retryAfterMs: null,
    })
    expect(new Set(idsOf(sent))).toEqual(new Set([stuck.awardId, other.awardId]))
    expect(new Set(idsOf(await readAwards(store)))).toEqual(
      new Set([stuck.awardId, behind.awardId]),
    )
  })

  test('fault 32: settles the times again before it goes on after the device has slept', async () => {
    const store = outboxWith(newEntry({ order: 1 }), newEntry({ order: 2 }))
    const done: string[] = []
    const settleTimes = async () => {
      done.push('settled')
      return null
    }
    const send: Answer = async () => {
      if (!done.includes('sent')) vi.setSystemTime(Date.now() + 3_600_000)
      done.push('sent')
      return true
    }
    await drainTo({ store, send, settleTimes })
    vi.useRealTimers()
    expect(done).toEqual(['settled', 'sent', 'settled', 'sent'])
  })

  test('fault 50: sends nothing until the time of every tap is settled, and waits if the server does not respond', async () => {
    const entry = newEntry({ made: { ...newEntry().made, serverTime: null } })
    const store = outboxWith(entry)
    const { sent, send } = noting()
    expect(await drainTo({ store, send, settleTimes: async () => SILENT })).toEqual(SILENT)
    expect(sent).toEqual([])
    const settleTimes = async () => {
      await store.update([entry.awardId], setting({ made: { ...entry.made, serverTime: 7 } }))
      return null
    }
    expect(await drainTo({ store, send, settleTimes })).toEqual({ kind: 'empty' })
    expect(sent.map(({ made }) => made.serverTime)).toEqual([7])
  })

  test('fault 14: after the server asks for a pause no further award is sent, and all are kept', async () => {
    const entries = [
      newEntry({ order: 1, teamId: 'sove' }),
      ...[2, 3, 4].map((order) => newEntry({ order })),
    ]
    const pause = { kind: 'later', silent: false, retryAfterMs: 7_000 } as const
    const { sent, send } = noting(async () => pause)
    const store = outboxWith(...entries)
    expect(await drainTo({ store, send })).toEqual(pause)
    expect(idsOf(sent)).toEqual(idsOf(entries.slice(0, 1)))
    expect(new Set(idsOf(await readAwards(store)))).toEqual(new Set(idsOf(entries)))
  })
})

describe('the batches of a drain', () => {
  const of = (teamId: string, count: number, from = 0) =>
    Array.from({ length: count }, (_, index) => newEntry({ teamId, order: from + index }))

  test('contain as many awards as the server accepts at once, in the order of the taps', async () => {
    const entries = of('vukovi', AWARDS_AT_ONCE + 5)
    const store = outboxWith(...entries.toReversed())
    const writes = vi.spyOn(store, 'update')
    const batches: (readonly AwardEntry[])[] = []
    const send = async (batch: readonly AwardEntry[]): Promise<SentAwards> => {
      batches.push(batch)
      return await sendManyTo(async () => true)(batch)
    }
    await drainBatches({ store, send })
    expect(batches.map(({ length }) => length)).toEqual([AWARDS_AT_ONCE, 5])
    expect(idsOf(batches.flat())).toEqual(idsOf(entries))
    expect([await readAwards(store), writes.mock.calls.length]).toEqual([[], 4])
  })

  test('are each reported to the screen once, and the store writes while the next batch is being sent', async () => {
    const store = outboxWith(...of('vukovi', 3 * AWARDS_AT_ONCE))
    const begun: string[] = []
    const { update } = store
    store.update = async (ids, change) => {
      begun.push('store')
      return await update(ids, change)
    }
    const send = async (batch: readonly AwardEntry[]): Promise<SentAwards> => {
      begun.push('send')
      const answer = await sendManyTo(async () => true)(batch)
      // Give the store time to write before the answer arrives.
      await new Promise((resolve) => setTimeout(resolve))
      begun.push('answer')
      return answer
    }
    const told: number[] = []
    await drainBatches({ store, send, onAnswered: (sent) => told.push(sent.length) })
    expect(told).toEqual([AWARDS_AT_ONCE, AWARDS_AT_ONCE, AWARDS_AT_ONCE])
    expect(begun.join(' ')).toBe(
      // The first batch is marked, then sent. While a later batch is sent, the next one is marked.
      'store send answer store store send store answer store send answer store',
    )
    expect(await readAwards(store)).toEqual([])
  })

  test('fault 96: lose no answer, even if the store refuses one while the next batch is being sent', async () => {
    const store = outboxWith(...of('vukovi', 2 * AWARDS_AT_ONCE))
    const { update } = store
    let updates = 0
    store.update = async (ids, change) => {
      updates += 1
      // The second update stores the answers to the first batch.
      if (updates === 2) throw new Error('late')
      return await update(ids, change)
    }
    const answers = createAnswers()
    let answered = 0
    const onAnswered = (sent: readonly string[]) => {
      answered += sent.length
    }
    const { sent, send } = noting()
    await expect(drainTo({ store, send, batches: true, answers, onAnswered })).rejects.toThrow(
      'late',
    )
    expect(answered).toBe(2 * AWARDS_AT_ONCE)
    expect(await drainTo({ store, send, batches: true, answers })).toEqual({ kind: 'empty' })
    expect(sent).toHaveLength(2 * AWARDS_AT_ONCE)
  })

  test('end when the server answers without any outcome: this drain does not ask it again', async () => {
    const store = outboxWith(...of('vukovi', 2))
    let calls = 0
    const send = async (): Promise<SentAwards> => {
      calls++
      return { outcomes: new Map(), blocked: null }
    }
    const outcome = await drainBatches({ store, send })
    expect([outcome, calls]).toEqual([{ kind: 'later', silent: false, retryAfterMs: null }, 1])
    expect((await readAwards(store)).map(({ attempted }) => attempted)).toEqual([true, true])
  })

  test.each([
    ['cancelled', null],
    ['refused', REFUSED],
  ])(
    'leave out an award that was %s on another page after the drain read the outbox',
    async (_what, refusal) => {
      const entry = newEntry()
      const store = outboxWith(entry)
      const settleTimes = async () => {
        await store.update([entry.awardId], refusal === null ? () => null : setting({ refusal }))
        return null
      }
      const { sent, send } = noting()
      expect(await drainTo({ store, batches: true, settleTimes, send })).toEqual({ kind: 'empty' })
      expect(sent).toEqual([])
    },
  )
})

const recorded: Answer = async () => true

/** Records each voided award; `answer` may report a result other than success. */
function noted(answer: (awardId: string) => Promise<SendOutcome | null> = async () => null) {
  const voided: string[] = []
  const voidAward = async (entry: AwardEntry): Promise<SendOutcome> => {
    voided.push(entry.awardId)
    return (await answer(entry.awardId)) ?? (await voidNothing(entry))
  }
  return { voided, voidAward }
}

describe('an award that was cancelled after it was sent', () => {
  const cancelled = (own: Partial<AwardEntry> = {}) =>
    newEntry({ attempted: true, cancelled: true, ...own })
  const KEPT = {
    kind: 'refused',
    code: 'KEPT_FOR_ORGANISER',
    reason: 'O ovim bodovima odlučuje organizator.',
  } as const
  const TOO_LATE = { kind: 'refused', code: 'VOID_TOO_LATE', reason: 'Prekasno.' } as const

  test('is voided even if it is cancelled while its call is in flight', async () => {
    const entry = newEntry()
    const store = outboxWith(entry)
    const { voided, voidAward } = noted()
    const send: Answer = async () => {
      await store.update([entry.awardId], setting({ cancelled: true }))
      return true
    }
    await drainTo({ store, send, voidAward })
    expect(voided).toEqual([entry.awardId])
    expect(await readAwards(store)).toEqual([])
  })

  test('rule 9: is voided before a later award of its team is sent, which its cooldown would block', async () => {
    const [undone, other, next] = [
      cancelled({ order: 1 }),
      newEntry({ teamId: 'sove', order: 2 }),
      newEntry({ order: 3 }),
    ]
    const store = outboxWith(undone, other, next)
    const steps: string[] = []
    await drainTo({
      store,
      batches: true,
      send: async (entry) => {
        steps.push(`sends ${entry.order}`)
        return true
      },
      voidAward: async (entry) => {
        steps.push(`voids ${entry.order}`)
        return await voidNothing(entry)
      },
    })
    expect(steps).toEqual(['sends 1', 'sends 2', 'voids 1', 'sends 3'])
    expect(await readAwards(store)).toEqual([])
  })

  test.each([
    ['the server has not received its void', recorded, SILENT],
    ['fault 16: another account is signed in', recorded, { kind: 'other-session' }],
    ['fault 69: the award itself came late and its void is not answered', async () => KEPT, SILENT],
  ] as const)('stays in the outbox as long as %s', async (_what, send, outcome) => {
    const store = outboxWith(cancelled())
    expect(await drainTo({ store, send, voidAward: async () => outcome })).toEqual(outcome)
    expect(await readAwards(store)).toMatchObject([{ cancelled: true, refusal: null }])
  })

  test('fault 14: is voided later if the server asks for a pause when voiding another award of the batch', async () => {
    const entries = [1, 2, 3].map((order) => cancelled({ order }))
    const store = outboxWith(...entries)
    const busy = { kind: 'later', silent: false, retryAfterMs: 7_000 } as const
    const { voided, voidAward } = noted(async () => busy)
    expect(await drainTo({ store, batches: true, send: recorded, voidAward })).toEqual(busy)
    expect(voided).toEqual([entries[0]?.awardId])
    expect(await readAwards(store)).toHaveLength(3)
  })

  test('waits behind an award of its team that could not be voided, and blocks no other team', async () => {
    const [stuck, behind, other] = [
      cancelled({ teamId: 'sove', order: 1 }),
      cancelled({ teamId: 'sove', order: 2 }),
      cancelled({ order: 3 }),
    ]
    const store = outboxWith(stuck, behind, other)
    const { voided, voidAward } = noted(async (entry) =>
      entry === stuck.awardId ? { kind: 'failed' } : null,
    )
    const outcome = await drainTo({ store, batches: true, send: recorded, voidAward })
    expect(outcome).toEqual({ kind: 'later', silent: false, retryAfterMs: null })
    expect(new Set(voided)).toEqual(new Set([stuck.awardId, other.awardId]))
    expect(new Set(idsOf(await readAwards(store)))).toEqual(
      new Set([stuck.awardId, behind.awardId]),
    )
  })

  test.each([
    ['the server refuses to void it', TOO_LATE],
    ['rule 17: its void came late', KEPT],
  ])('stays on the screen as recorded, with the reason, if %s', async (_what, outcome) => {
    const store = outboxWith(cancelled())
    expect(await drainTo({ store, send: recorded, voidAward: async () => outcome })).toEqual({
      kind: 'empty',
    })
    const { code, reason } = outcome
    expect(await readAwards(store)).toMatchObject([{ cancelled: true, refusal: { code, reason } }])
  })

  test('fault 9: counts as recorded if the server refuses the void and another page has removed the award', async () => {
    const entry = cancelled()
    const store = outboxWith(entry)
    const settled: unknown[] = []
    await drainTo({
      store,
      send: recorded,
      voidAward: async () => {
        await store.update([entry.awardId], () => null)
        return TOO_LATE
      },
      onAnswered: (sent, awards) =>
        settled.push([sent, awards.map(({ awarded_at }) => awarded_at)]),
    })
    expect(settled.at(-1)).toEqual([[entry.awardId], [recordedAward(entry).awarded_at]])
  })

  test('fault 69: is voided even if the award came late, so that the organiser learns of it, and is not called recorded', async () => {
    const sent = cancelled()
    const store = outboxWith(sent)
    const { voided, voidAward } = noted(async () => KEPT)
    expect(await drainTo({ store, send: async () => KEPT, voidAward })).toEqual({ kind: 'empty' })
    expect(voided).toEqual([sent.awardId])
    const { code, reason } = KEPT
    expect(await readAwards(store)).toMatchObject([{ cancelled: false, refusal: { code, reason } }])
  })

  test('is removed without a message if the server refused the award itself', async () => {
    const store = outboxWith(cancelled())
    await drainTo({ store, send: async () => REFUSED })
    expect(await readAwards(store)).toEqual([])
  })
})

test('fault 9: an award that another page has sent and removed is not voided', async () => {
  const entry = newEntry()
  const store = outboxWith(entry)
  const { voided, voidAward } = noted()
  const send: Answer = async () => {
    await store.update([entry.awardId], () => null)
    return true
  }
  await drainTo({ store, send, voidAward })
  expect(voided).toEqual([])
})
