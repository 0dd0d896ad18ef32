import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { cachedByTeam } from '#server/readings/cached'

test('when all teams are asked for at once, a turn of the event loop begins one, so that an award comes between', async () => {
  let turn = 0
  const begunAt: number[] = []
  const read = cachedByTeam(
    { subscribe: () => () => undefined },
    (teamId) => {
      begunAt.push(turn)
      return Promise.resolve(teamId)
    },
    { sizeOf: () => 1, bound: 10 },
  )
  const answers = Promise.all(['a', 'b', 'c'].map((teamId) => read(teamId)))
  while (begunAt.length < 3) {
    await nextTurn()
    turn++
  }
  expect(new Set(begunAt).size).toBe(3)
  expect(await answers).toEqual(['a', 'b', 'c'])
})
