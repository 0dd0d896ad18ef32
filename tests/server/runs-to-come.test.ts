import { expect, test } from 'vitest'
import { createRunsToCome } from '#server/db/commits'

/** Work whose runs the test ends one after the other. */
function work() {
  const ends: { resolve: () => void; reject: (reason: Error) => void }[] = []
  return { ends, run: () => new Promise<void>((resolve, reject) => ends.push({ resolve, reject })) }
}

test('fault 61: all who ask during a run share the next one, which starts when that ends', async () => {
  const { ends, run } = work()
  const next = createRunsToCome(run)
  const first = next()
  const others = [next(), next(), next()]
  expect(new Set(others).size).toBe(1)
  expect(ends).toHaveLength(1)
  ends[0]?.resolve()
  await first
  await expect.poll(() => ends.length).toBe(2)
  const later = next()
  expect(later).not.toBe(others[0])
  ends[1]?.resolve()
  await Promise.all(others)
  await expect.poll(() => ends.length).toBe(3)
  ends[2]?.resolve()
  await later
})

test('fault 61: who asks at the very moment a run ends starts no second one beside the next', async () => {
  const { ends, run } = work()
  const next = createRunsToCome(run)
  const first = next()
  const second = next()
  ends[0]?.resolve()
  const asked: Promise<void>[] = []
  // Between the end of the first and the start of the second, at every step.
  for (let step = 0; step < 5; step++) {
    asked.push(next())
    expect(ends.length).toBeLessThanOrEqual(2)
    await Promise.resolve()
  }
  await first
  await expect.poll(() => ends.length).toBe(2)
  ends[1]?.resolve()
  await second
  await expect.poll(() => ends.length).toBe(3)
  ends[2]?.resolve()
  await Promise.all(asked)
  expect(ends).toHaveLength(3)
})

test('fault 61: a run that fails does not keep the next one from starting', async () => {
  const { ends, run } = work()
  const next = createRunsToCome(run)
  const first = next()
  const second = next()
  ends[0]?.reject(new Error('gone'))
  await expect(first).rejects.toThrow('gone')
  await expect.poll(() => ends.length).toBe(2)
  ends[1]?.resolve()
  await second
})
