import { BarcodeDetector, prepareZXingModule } from 'barcode-detector/pure'
import wasmAddress from 'zxing-wasm/reader/zxing_reader.wasm?url'
import { codesIn, type DetectedCode } from './codes'

export interface DecoderRequest {
  readonly number: number
  readonly pixels: ArrayBuffer
  readonly width: number
  readonly height: number
}

/** `codes` is null when the worker can't decode at all. */
export interface DecoderAnswer {
  readonly number: number
  readonly codes: readonly DetectedCode[] | null
}

// By default the package loads its WebAssembly from a CDN.
prepareZXingModule({ overrides: { locateFile: () => wasmAddress } })
const detector = new BarcodeDetector({ formats: ['qr_code'] })

async function decode({
  pixels,
  width,
  height,
}: DecoderRequest): Promise<readonly DetectedCode[] | null> {
  try {
    return codesIn(
      await detector.detect(new ImageData(new Uint8ClampedArray(pixels), width, height)),
      { width, height },
    )
  } catch {
    return null
  }
}

addEventListener('message', (event: MessageEvent<DecoderRequest>) => {
  void decode(event.data).then((codes) =>
    postMessage({ number: event.data.number, codes } satisfies DecoderAnswer),
  )
})
