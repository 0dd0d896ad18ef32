/** Finds QR codes in pictures. */
export interface Decoder {
  /** The texts of the codes in a picture. Rejects where the decoder could not be loaded. */
  decode(picture: ImageData): Promise<readonly string[]>
  close(): void
}

interface NativeDetector {
  detect(picture: ImageData): Promise<readonly { readonly rawValue: string }[]>
}

declare global {
  interface Window {
    /** The Shape Detection API, which few browsers have. */
    readonly BarcodeDetector?: {
      new (options: { formats: readonly string[] }): NativeDetector
      getSupportedFormats(): Promise<readonly string[]>
    }
  }
}

/** White modules on black become black on white. */
function invert(picture: ImageData): ImageData {
  const pixels = new Uint32Array(picture.data.slice().buffer)
  for (let at = 0; at < pixels.length; at++) pixels[at] = (pixels[at] ?? 0) ^ 0x00_ff_ff_ff
  return new ImageData(new Uint8ClampedArray(pixels.buffer), picture.width, picture.height)
}

/** The browser's own decoder, which need not read inverted codes: every picture in which it finds nothing is shown to it both ways. */
function nativeDecoder(detector: NativeDetector): Decoder {
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

/** The browser's own decoder where it knows QR codes, else ours, which is loaded only then. Rejects where it cannot be. */
export async function openDecoder(): Promise<Decoder> {
  const native = await findNativeDecoder()
  if (native !== null) return native
  const { openWasmDecoder } = await import('./wasm-decoder')
  return openWasmDecoder()
}
