import * as v from 'valibot'
import { afterEach, expect, test, vi } from 'vitest'
import { openChannel } from '#lib/local-storage'

afterEach(() => vi.unstubAllGlobals())

test('a page ignores messages that it cannot read, as of another version, and still takes later ones', async () => {
  const received: number[] = []
  const own = openChannel(
    'test',
    v.object({ points: v.number() }),
    ({ points }) => void received.push(points),
  )
  // The version of the other tab is unknown.
  const other = new BroadcastChannel('test')
  for (const message of [
    null,
    'points',
    { points: '25' },
    [{ points: 25 }],
    { points: 5, of: 'later' },
  ])
    other.postMessage(message)
  await expect.poll(() => received).toEqual([5])
  own.close()
  other.close()
})

test('without channels between tabs a page runs, and says nothing to the others', () => {
  vi.stubGlobal('BroadcastChannel', () => {
    throw new DOMException('refused', 'SecurityError')
  })
  const { broadcast, close } = openChannel('test', v.null(), () => undefined)
  broadcast(null)
  close()
})
