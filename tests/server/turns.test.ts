import { expect, test } from 'vitest'
import { createTurns } from '#server/readings/turns'

test('one long reading begins in each turn of the event loop, in the order in which they were asked for', async () => {
  const turn = createTurns()
  const begun: number[] = []
  const readings = [1, 2, 3].map((number) => turn().then(() => begun.push(number)))
  const seen: number[][] = []
  while (begun.length < readings.length) {
    await new Promise((resolve) => setImmediate(resolve))
    seen.push([...begun])
  }
  expect(seen).toEqual([[1], [1, 2], [1, 2, 3]])
})
