import { describe, expect, test } from 'vitest'
import type { OutboxEntry } from '../../src/offline/entry'
import type { SendOutcome } from '../../src/offline/send'
import { changeAward } from '../../src/offline/store'
import { drainTo, outboxWith, voidNothing } from './drain-to'
import { type Answer, newEntry, REFUSED, readAwards, recordedAward, SILENT } from './entries'

const recorded: Answer = async () => true

/** Notes which awards are voided; `answer` may say something else than that it was done. */
function noted(answer: (awardId: string) => Promise<SendOutcome | null> = async () => null) {
  const voided: string[] = []
  const undo = async (entry: OutboxEntry): Promise<SendOutcome> => {
    voided.push(entry.awardId)
    return (await answer(entry.awardId)) ?? (await voidNothing(entry))
  }
  return { voided, undo }
}

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
        return await voidNothing(one)
      },
    })
    expect(outcome).toEqual({ is: 'empty' })
    expect(calls).toEqual([`send ${entry.awardId}`, `undo ${entry.awardId}`])
    expect(await readAwards(store)).toEqual([])
  })

  test('is voided also if it is cancelled while its call is in flight', async () => {
    const entry = newEntry()
    const store = outboxWith(entry)
    const { voided, undo } = noted()
    const send: Answer = async () => {
      await store.update(
        [entry.awardId],
        changeAward((stored) => ({ ...stored, cancelled: true })),
      )
      return true
    }
    await drainTo({ store, send, undo })
    expect(voided).toEqual([entry.awardId])
    expect(await readAwards(store)).toEqual([])
  })

  test('stays until the server has received it', async () => {
    const store = outboxWith(cancelled())
    expect(await drainTo({ store, send: recorded, undo: async () => SILENT })).toEqual(SILENT)
    expect(await readAwards(store)).toHaveLength(1)
  })

  test('fault 14: is voided later if the server has asked for a pause at another one of its batch', async () => {
    const entries = [1, 2, 3].map((order) => newEntry({ order, attempted: true, cancelled: true }))
    const store = outboxWith(...entries)
    const busy = { is: 'later', silent: false, retryAfterMs: 7_000 } as const
    const { voided, undo } = noted(async () => busy)
    expect(await drainTo({ store, batches: true, send: recorded, undo })).toEqual(busy)
    expect(voided).toEqual([entries[0]?.awardId])
    expect(await readAwards(store)).toHaveLength(3)
  })

  test('waits behind another one of its team that could not be voided, and blocks no other team', async () => {
    const cancelledIn = (teamId: string, order: number) => newEntry({ order, teamId, attempted: true, cancelled: true })
    const [stuck, behind, other] = [cancelledIn('sove', 1), cancelledIn('sove', 2), cancelledIn('vukovi', 3)]
    const store = outboxWith(stuck, behind, other)
    const { voided, undo } = noted(async (entry) => (entry === stuck.awardId ? { is: 'failed' } : null))
    const outcome = await drainTo({ store, batches: true, send: recorded, undo })
    expect(outcome).toEqual({ is: 'later', silent: false, retryAfterMs: null })
    expect(new Set(voided)).toEqual(new Set([stuck.awardId, other.awardId]))
    const left = (await readAwards(store)).map(({ awardId }) => awardId)
    expect(new Set(left)).toEqual(new Set([stuck.awardId, behind.awardId]))
  })

  test('is shown with the reason if the server refuses to void it', async () => {
    const store = outboxWith(cancelled())
    const tooLate = async (): Promise<SendOutcome> => ({ is: 'refused', code: 'VOID_TOO_LATE', reason: 'Prekasno.' })
    expect(await drainTo({ store, send: recorded, undo: tooLate })).toEqual({ is: 'empty' })
    expect((await readAwards(store))[0]?.refusal).toEqual({ code: 'VOID_TOO_LATE', reason: 'Prekasno.' })
  })

  test('fault 16: is voided by its own account only', async () => {
    const store = outboxWith(cancelled())
    const other = { is: 'other-session' } as const
    expect(await drainTo({ store, send: recorded, undo: async () => other })).toEqual(other)
    expect(await readAwards(store)).toHaveLength(1)
  })

  test('fault 9: counts as recorded if the server refuses to void it and another page has removed it', async () => {
    const entry = cancelled()
    const store = outboxWith(entry)
    const heard: unknown[] = []
    await drainTo({
      store,
      send: recorded,
      undo: async () => {
        await store.update([entry.awardId], () => null)
        return { is: 'refused', code: 'VOID_TOO_LATE', reason: 'Prekasno.' }
      },
      onSettled: (awardId, left, award) => heard.push([awardId, left, award?.awarded_at]),
    })
    expect(heard.at(-1)).toEqual([entry.awardId, null, recordedAward(entry).awarded_at])
  })

  const reason = 'O ovim bodovima odlučuje organizator.'
  const kept = async () => ({ is: 'refused', code: 'KEPT_FOR_ORGANISER', reason }) as const

  test('rule 17: is shown with the reason if its void came late, as recorded', async () => {
    const store = outboxWith(cancelled())
    expect(await drainTo({ store, send: recorded, undo: kept })).toEqual({ is: 'empty' })
    const [entry] = await readAwards(store)
    expect(entry).toMatchObject({ cancelled: true, refusal: { reason } })
  })

  test('fault 69: is voided also if it came late itself, so that the organiser knows, and is not called recorded', async () => {
    const sent = cancelled()
    const store = outboxWith(sent)
    const { voided, undo } = noted(kept)
    expect(await drainTo({ store, send: kept, undo })).toEqual({ is: 'empty' })
    expect(voided).toEqual([sent.awardId])
    const [entry] = await readAwards(store)
    expect(entry).toMatchObject({ cancelled: false, refusal: { code: 'KEPT_FOR_ORGANISER', reason } })
  })

  test('fault 69: one that came late is kept until its void is answered', async () => {
    const store = outboxWith(cancelled())
    expect(await drainTo({ store, send: kept, undo: async () => SILENT })).toMatchObject({ is: 'later' })
    expect(await readAwards(store)).toMatchObject([{ cancelled: true, refusal: null }])
  })

  test('is removed without being shown if the server has refused it anyway', async () => {
    const store = outboxWith(cancelled())
    await drainTo({ store, send: async () => REFUSED })
    expect(await readAwards(store)).toEqual([])
  })
})

test('fault 9: an award that another page has sent and removed is not voided', async () => {
  const entry = newEntry()
  const store = outboxWith(entry)
  const { voided, undo } = noted()
  const send: Answer = async () => {
    await store.update([entry.awardId], () => null)
    return true
  }
  await drainTo({ store, send, undo })
  expect(voided).toEqual([])
})
