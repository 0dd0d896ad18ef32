import type { BarcodeDetector } from 'barcode-detector/pure'

export interface Decoder {
  /** Resolves with the texts of all codes found. Rejects if the decoder could not be loaded. */
  decode(picture: ImageData): Promise<readonly string[]>
  close(): void
}

declare global {
  interface Window {
    /** The Shape Detection API, available in few browsers. ZXing's package has the same interface. */
    readonly BarcodeDetector?: typeof BarcodeDetector
  }
}

/** Inverts the colours, for white codes on black. */
function invert(picture: ImageData): ImageData {
  const pixels = new Uint32Array(picture.data.slice().buffer)
  for (let at = 0; at < pixels.length; at++) pixels[at] = (pixels[at] ?? 0) ^ 0x00_ff_ff_ff
  return new ImageData(new Uint8ClampedArray(pixels.buffer), picture.width, picture.height)
}

/** The browser's own decoder. It need not support inverted codes, so an image without a result is tried again inverted. */
function nativeDecoder(detector: BarcodeDetector): Decoder {
  return {
    async decode(picture) {
      const found = await detector.detect(picture)
      const codes = found.length > 0 ? found : await detector.detect(invert(picture))
      return codes.map(({ rawValue }) => rawValue)
    },
    close: () => undefined,
  }
}

async function findNativeDecoder(): Promise<Decoder | null> {
  const Native = window.BarcodeDetector
  if (Native === undefined) return null
  try {
    const formats = await Native.getSupportedFormats()
    return formats.includes('qr_code') ? nativeDecoder(new Native({ formats: ['qr_code'] })) : null
  } catch {
    return null
  }
}

/** The browser's own decoder if it supports QR codes, otherwise ZXing, which is loaded on demand. Rejects if loading fails. */
export async function openDecoder(): Promise<Decoder> {
  const native = await findNativeDecoder()
  if (native !== null) return native
  const { openWasmDecoder } = await import('./wasm-decoder')
  return openWasmDecoder()
}
