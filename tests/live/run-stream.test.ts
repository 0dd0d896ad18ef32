import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { LIVE_BEAT_MS } from '#contract/live'
import { runStream } from '../../src/live/run-stream'

const HELLO =
  'retry: 2000\nevent: hello\ndata: {"protocol":1,"server_time":"2026-09-01T10:00:00.000Z"}\n\n'
const SILENCE_MS = LIVE_BEAT_MS + 10_000

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** A server's stream that the test controls: its content and its end. */
function play() {
  let writer: ReadableStreamDefaultController<Uint8Array> | undefined
  vi.stubGlobal('fetch', async (_url: string, { signal }: RequestInit) => {
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        writer = controller
        signal?.addEventListener('abort', () => controller.error(signal.reason))
      },
    })
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
  })
  const alive = vi.fn()
  /** The calls that the page receives. */
  const told: unknown[] = []
  const ended = runStream(
    false,
    {
      onHello: () => told.push('hello'),
      onAlive: alive,
      onTopics: (topics) => told.push(topics),
    },
    new AbortController().signal,
  )
  return {
    alive,
    told,
    ended,
    async write(text: string): Promise<void> {
      await vi.waitUntil(() => writer !== undefined)
      writer?.enqueue(new TextEncoder().encode(text))
      await vi.advanceTimersByTimeAsync(0)
    },
    cut: () => writer?.error(new Error('cut')),
  }
}

test('fault 56: a stream ends after 30 seconds of silence, during which it does not count as alive', async () => {
  const { write, alive, ended } = play()
  await write(HELLO)
  await vi.advanceTimersByTimeAsync(LIVE_BEAT_MS)
  await write(': beat\n\n')
  expect(alive).toHaveBeenCalledTimes(2)
  const over = vi.fn()
  void ended.then(over)
  await vi.advanceTimersByTimeAsync(SILENCE_MS - 1)
  expect(over).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(over).toHaveBeenCalledWith({ kind: 'over', retryMs: 2_000, greeted: true })
  expect(alive).toHaveBeenCalledTimes(2)
})

test('fault 56: the page gets each greeting and each change, however the network splits the stream', async () => {
  const { write, told } = play()
  await write(HELLO.slice(0, 40))
  await write(`${HELLO.slice(40)}event: changed\ndata: {"of":["te`)
  await write('am"]}\n\nevent: changed\ndata: {"of":"nonsense"}\n\n')
  expect(told).toEqual(['hello', ['team']])
})

test('fault 56: a stream that is cut is over at once', async () => {
  const { write, cut, ended } = play()
  await write(HELLO)
  cut()
  expect(await ended).toEqual({ kind: 'over', retryMs: 2_000, greeted: true })
})

test('faults 20 and 56: a response without a greeting is no stream, whatever it contains', async () => {
  const { write, alive, told, ended } = play()
  await write('<html>Prijavite se na Wi-Fi</html>\n\n')
  await write('event: hello\ndata: <html>\n\n')
  await vi.advanceTimersByTimeAsync(15_000)
  expect(await ended).toEqual({ kind: 'over', retryMs: null, greeted: false })
  expect(alive).not.toHaveBeenCalled()
  expect(told).toEqual([])
})
