import { describe, expect, test } from 'vitest'
import { createBatches } from '#server/db/batches'
import { settleAll } from '#server/db/statement'
import { Overloaded } from '#server/db/unavailable'

describe('items that wait at the same moment', () => {
  test('wait for the batch before them', async () => {
    const ends: (() => void)[] = []
    const { add, idle } = createBatches<number, number>(async (items) => {
      await new Promise<void>((resolve) => ends.push(resolve))
      return items
    })
    const first = add(1)
    await expect.poll(() => ends.length).toBe(1)
    const [second, third] = [add(2), add(3)]
    await new Promise(setImmediate)
    expect(ends).toHaveLength(1)
    ends[0]?.()
    expect(await first).toBe(1)
    await expect.poll(() => ends.length).toBe(2)
    ends[1]?.()
    expect(await Promise.all([second, third])).toEqual([2, 3])
    await idle()
    expect(ends).toHaveLength(2)
  })

  test('fault 38: if the database is unavailable all fail, and none is tried alone', async () => {
    let runs = 0
    const { add } = createBatches<number, number>(async () => {
      runs++
      throw new Overloaded('all')
    })
    const settled = await Promise.allSettled([1, 2, 3].map((item) => add(item)))
    expect(settled.map((one) => one.status)).toEqual(['rejected', 'rejected', 'rejected'])
    expect(runs).toBe(1)
  })
})

describe('fault 76: items of several owners', () => {
  /** A batch that is under way until `go` is called, and those after it. */
  function start() {
    const batches: (readonly string[])[] = []
    let go = () => {}
    const underWay = new Promise<void>((resolve) => {
      go = resolve
    })
    const queue = createBatches<string, string>(async (items) => {
      batches.push(items)
      await underWay
      return items
    })
    const add = (owner: string, count: number) =>
      Array.from({ length: count }, (_, index) => queue.add(`${owner} ${index}`, owner).catch((reason: unknown) => reason))
    return { ...queue, batches, go, add }
  }

  test('take turns, each owner’s in their order, however many somebody else has', async () => {
    const { add, batches, go } = start()
    const first = add('ana', 1)
    await expect.poll(() => batches.length).toBe(1)
    const all = [...first, ...add('ana', 600), ...add('iva', 3), ...add('luka', 1)]
    go()
    await Promise.all(all)
    expect(batches[1]?.slice(0, 6)).toEqual(['ana 0', 'iva 0', 'luka 0', 'ana 1', 'iva 1', 'ana 2'])
    expect(
      batches
        .slice(1)
        .flat()
        .filter((item) => item.startsWith('ana')),
    ).toEqual(Array.from({ length: 600 }, (_, index) => `ana ${index}`))
  })

  test('while more than half of the places are taken, nobody gets more than a tenth beside others', async () => {
    const { add, assertShare, go } = start()
    const all = add('ana', 999)
    expect(() => assertShare('ana')).not.toThrow()
    all.push(...add('ana', 1))
    expect(await add('ana', 1)[0]).toMatchObject({ by: 'sender' })
    all.push(...add('iva', 1))
    expect(() => assertShare('ana')).toThrow(Overloaded)
    expect(() => assertShare('iva')).not.toThrow()
    go()
    await Promise.all(all)
    all.push(...add('ana', 400), ...add('iva', 1))
    expect(() => assertShare('ana')).not.toThrow()
  })

  test('where all places are taken, whoever has most gives one up', async () => {
    const { add, go } = start()
    const [ofAna, beyond] = [add('ana', 600), add('luka', 400)]
    const ofIva = add('iva', 3)
    const tooMany = add('ana', 1)
    go()
    const ended = await Promise.all(ofAna)
    expect(ended.slice(-3)).toEqual([1, 2, 3].map(() => expect.objectContaining({ by: 'sender' })))
    expect(ended.slice(0, -3)).toEqual(Array.from({ length: 597 }, (_, index) => `ana ${index}`))
    expect(await Promise.all(ofIva)).toEqual(['iva 0', 'iva 1', 'iva 2'])
    expect(await Promise.all(beyond)).toHaveLength(400)
    expect(await tooMany[0]).toMatchObject({ by: 'sender' })
  })
})

describe('statements of one change', () => {
  test('are not left running when one of them fails', async () => {
    const done: string[] = []
    const late = async () => {
      for (let turn = 0; turn < 5; turn++) await new Promise(setImmediate)
      done.push('late')
    }
    await expect(settleAll([Promise.reject(new Error('no luck')), late()])).rejects.toThrow('no luck')
    expect(done).toEqual(['late'])
    expect(await settleAll([Promise.resolve(1), Promise.resolve('two')])).toEqual([1, 'two'])
  })
})
