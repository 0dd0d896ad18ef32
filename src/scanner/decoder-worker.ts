import { BarcodeDetector, prepareZXingModule } from 'barcode-detector/pure'
import wasmAddress from 'zxing-wasm/reader/zxing_reader.wasm?url'

export interface DecoderRequest {
  readonly number: number
  readonly pixels: ArrayBuffer
  readonly width: number
  readonly height: number
}

/** The worker's response; `texts` is null when it can't decode at all. */
export interface DecoderAnswer {
  readonly number: number
  readonly texts: readonly string[] | null
}

// By default the package loads its WebAssembly from a CDN.
prepareZXingModule({ overrides: { locateFile: () => wasmAddress } })
const detector = new BarcodeDetector({ formats: ['qr_code'] })

async function textsIn({ pixels, width, height }: DecoderRequest): Promise<readonly string[] | null> {
  try {
    const codes = await detector.detect(new ImageData(new Uint8ClampedArray(pixels), width, height))
    return codes.map(({ rawValue }) => rawValue)
  } catch {
    return null
  }
}

addEventListener('message', (event: MessageEvent<DecoderRequest>) => {
  void textsIn(event.data).then((texts) => postMessage({ number: event.data.number, texts } satisfies DecoderAnswer))
})
