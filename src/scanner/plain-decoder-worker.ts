import type { DecoderAnswer, DecoderRequest } from './decoder-worker'
import { codesInPlainPicture } from './plain-decoder'

addEventListener('message', ({ data }: MessageEvent<DecoderRequest>) => {
  const { number, pixels, width, height } = data
  const codes = codesInPlainPicture({ data: new Uint8ClampedArray(pixels), width, height })
  postMessage({ number, codes } satisfies DecoderAnswer)
})
