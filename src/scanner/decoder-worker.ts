import { BarcodeDetector, prepareZXingModule } from 'barcode-detector/pure'
import wasmAddress from 'zxing-wasm/reader/zxing_reader.wasm?url'
import { type Code, codesIn } from './codes'

export interface DecoderRequest {
  readonly number: number
  readonly pixels: ArrayBuffer
  readonly width: number
  readonly height: number
}

/** The worker's response; `codes` is null when it can't decode at all. */
export interface DecoderAnswer {
  readonly number: number
  readonly codes: readonly Code[] | null
}

// By default the package loads its WebAssembly from a CDN.
prepareZXingModule({ overrides: { locateFile: () => wasmAddress } })
const detector = new BarcodeDetector({ formats: ['qr_code'] })

async function read({ pixels, width, height }: DecoderRequest): Promise<readonly Code[] | null> {
  try {
    return codesIn(await detector.detect(new ImageData(new Uint8ClampedArray(pixels), width, height)), { width, height })
  } catch {
    return null
  }
}

addEventListener('message', (event: MessageEvent<DecoderRequest>) => {
  void read(event.data).then((codes) => postMessage({ number: event.data.number, codes } satisfies DecoderAnswer))
})
