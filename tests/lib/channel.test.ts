import * as v from 'valibot'
import { afterEach, expect, test, vi } from 'vitest'
import { openChannel } from '#lib/local-storage'

afterEach(() => vi.unstubAllGlobals())

test('a tab of another version says what this one cannot read: it is not taken for a message, and later ones are', async () => {
  const received: number[] = []
  const own = openChannel(
    'test',
    v.object({ points: v.number() }),
    ({ points }) => void received.push(points),
  )
  // Which version another tab runs nobody knows.
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
