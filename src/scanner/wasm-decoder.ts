import type { DecoderAnswer, DecoderRequest } from './decoder-worker'

interface Waiting {
  readonly resolve: (texts: readonly string[]) => void
  readonly reject: (error: Error) => void
}

const cannotDecode = () => new Error('the decoder could not be loaded')

/** Runs ZXing in a worker, so that decoding never blocks the UI. Makes a `Decoder`. */
export function openWasmDecoder() {
  const worker = new Worker(new URL('./decoder-worker.ts', import.meta.url), { type: 'module' })
  const waiting = new Map<number, Waiting>()
  let last = 0
  let broken = false

  worker.addEventListener('message', ({ data: { number, texts } }: MessageEvent<DecoderAnswer>) => {
    const asked = waiting.get(number)
    waiting.delete(number)
    if (texts === null) asked?.reject(cannotDecode())
    else asked?.resolve(texts)
  })
  worker.addEventListener('error', () => {
    broken = true
    for (const { reject } of waiting.values()) reject(cannotDecode())
    waiting.clear()
  })

  return {
    decode({ data, width, height }: ImageData): Promise<readonly string[]> {
      if (broken) return Promise.reject(cannotDecode())
      return new Promise((resolve, reject) => {
        const number = ++last
        waiting.set(number, { resolve, reject })
        // A copy, because transferring the buffer would detach the caller's picture.
        const pixels = data.slice().buffer
        worker.postMessage({ number, pixels, width, height } satisfies DecoderRequest, [pixels])
      })
    },
    close: () => worker.terminate(),
  }
}
