import type { Code } from './codes'
import type { DecoderAnswer, DecoderRequest } from './decoder-worker'

interface Waiting {
  readonly resolve: (codes: readonly Code[]) => void
  readonly reject: (error: Error) => void
}

/** ZXing in a worker, so that decoding never blocks the UI. Loaded at the first picture, and again at the next one after it failed. */
export function openWasmDecoder() {
  let worker: Worker | null = null
  const waiting = new Map<number, Waiting>()
  let last = 0

  function end(): void {
    worker?.terminate()
    worker = null
    for (const { reject } of waiting.values()) reject(new Error('the decoder could not be loaded'))
    waiting.clear()
  }
  function open(): Worker {
    const opened = new Worker(new URL('./decoder-worker.ts', import.meta.url), { type: 'module' })
    opened.addEventListener('error', end)
    opened.addEventListener('message', ({ data: { number, codes } }: MessageEvent<DecoderAnswer>) => {
      if (codes === null) return end()
      waiting.get(number)?.resolve(codes)
      waiting.delete(number)
    })
    return opened
  }
  function decode({ data, width, height }: ImageData): Promise<readonly Code[]> {
    worker ??= open()
    const asked = worker
    return new Promise((resolve, reject) => {
      const number = ++last
      waiting.set(number, { resolve, reject })
      // A copy, because transferring the buffer would detach the caller's picture.
      const pixels = data.slice().buffer
      asked.postMessage({ number, pixels, width, height } satisfies DecoderRequest, [pixels])
    })
  }

  return { decode, load: () => decode(new ImageData(1, 1)), close: end }
}
