import * as v from 'valibot'
import { afterEach, expect, test, vi } from 'vitest'
import { openChannel } from '#lib/local-storage'

afterEach(() => vi.unstubAllGlobals())

test('a page ignores unreadable messages, such as another version’s, and still receives later ones', async () => {
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

test('if the browser refuses channels between tabs, sending does nothing and does not fail', () => {
  vi.stubGlobal('BroadcastChannel', () => {
    throw new DOMException('refused', 'SecurityError')
  })
  const { broadcast, close } = openChannel('test', v.null(), () => undefined)
  broadcast(null)
  close()
})
