import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { followDeviceStream } from '../../src/live/device-stream'

const HELLO = 'event: hello\ndata: {"protocol":1,"server_time":"2026-09-01T10:00:00.000Z"}\n\n'

/** Messages between tabs, in the order sent. */
let sent: unknown[]

class Channel {
  onmessage = null
  #isClosed = false
  postMessage(message: unknown): void {
    if (this.#isClosed) throw new DOMException('The channel is closed.', 'InvalidStateError')
    sent.push(message)
  }
  close(): void {
    this.#isClosed = true
  }
}

beforeEach(() => {
  sent = []
  vi.stubGlobal('BroadcastChannel', Channel)
  vi.stubGlobal('navigator', {})
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }))
  vi.stubGlobal('fetch', async (_url: string, { signal }: RequestInit) => {
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(new TextEncoder().encode(HELLO))
        signal?.addEventListener('abort', () => controller.error(signal.reason))
      },
    })
    return new Response(body)
  })
})
afterEach(() => vi.unstubAllGlobals())

test('fault 56: a tab that stops its stream tells the other tabs, and sends nothing afterwards', async () => {
  const failed = vi.fn()
  process.on('unhandledRejection', failed)
  const onClosed = vi.fn()
  const onAlive = vi.fn()
  const stop = followDeviceStream('ana', {
    onHello: () => undefined,
    onAlive,
    onTopics: () => undefined,
    onClosed,
  })
  await vi.waitUntil(() => onAlive.mock.calls.length > 1)
  stop()
  // Let the aborted stream end.
  await new Promise((resolve) => setTimeout(resolve))
  await new Promise((resolve) => setTimeout(resolve))
  process.off('unhandledRejection', failed)
  expect(sent).toMatchObject([{ is: 'query' }, { is: 'greeted' }, { is: 'closed' }])
  expect(onClosed).toHaveBeenCalledOnce()
  expect(failed).not.toHaveBeenCalled()
})
