import type { BarcodeDetector } from 'barcode-detector/pure'
import { withDeadline } from '#lib/timers'
import { type Code, codesIn } from './codes'
import { openWasmDecoder } from './wasm-decoder'

declare global {
  interface Window {
    /** The Shape Detection API, available in few browsers. ZXing's package has the same interface. */
    readonly BarcodeDetector?: typeof BarcodeDetector
  }
}

/** A platform's reader that doesn't answer within this time (ms) is not asked again. */
const SILENT_MS = 1_000
/** If it has found nothing for this time (ms), the own one looks too. */
const BLIND_MS = 2_000
/** How long the own one may take to load (ms) until that is told; the loading goes on. */
const LOADING_MS = 20_000

/**
 * False once the platform's reader has failed, or has missed what the own one found: nimiq/qr-scanner issues 98 and 209 tell of phones
 * where it is listed and rejects, hangs or finds nothing.
 */
let platformIsTrusted = true

/** Inverts the colours, for white codes on black. */
function invert(picture: ImageData): ImageData {
  const pixels = new Uint32Array(picture.data.slice().buffer)
  for (let at = 0; at < pixels.length; at++) pixels[at] = (pixels[at] ?? 0) ^ 0x00_ff_ff_ff
  return new ImageData(new Uint8ClampedArray(pixels.buffer), picture.width, picture.height)
}

type Read = (picture: ImageData) => Promise<readonly Code[]>

/**
 * The browser's own reader, if it says that it reads QR codes. It need not read inverted ones, so a picture without a result is tried
 * again inverted.
 */
async function findPlatformReader(): Promise<Read | null> {
  const Native = window.BarcodeDetector
  if (Native === undefined || !platformIsTrusted) return null
  try {
    const formats = await withDeadline(Native.getSupportedFormats(), SILENT_MS, (): readonly string[] => [])
    if (!formats.includes('qr_code')) return null
    const detector = new Native({ formats: ['qr_code'] })
    return async (picture) => {
      const found = codesIn(await detector.detect(picture), picture)
      return found.length > 0 ? found : codesIn(await detector.detect(invert(picture)), picture)
    }
  } catch {
    return null
  }
}

export type Decoder = ReturnType<typeof openDecoder>

/** Reads by the browser's own reader where there is one, and by ZXing, loaded on demand, where that one fails or finds nothing. */
export function openDecoder() {
  const platform = findPlatformReader()
  const own = openWasmDecoder()
  let foundAt: number | null = null

  /** Rejects if there is no own reader. Then the platform's gets another chance: what it missed may have been one bad picture. */
  async function readByOwn(picture: ImageData): Promise<readonly Code[]> {
    try {
      return await withDeadline(own.decode(picture), LOADING_MS, () => Promise.reject(new Error('the decoder is not loaded yet')))
    } catch (error) {
      platformIsTrusted = true
      throw error
    }
  }
  return {
    /**
     * The codes in a picture. Of a `still` picture there is no next one to wait for. Rejects if no reader
     * can be loaded.
     */
    async decode(picture: ImageData, { still = false } = {}): Promise<readonly Code[]> {
      foundAt ??= performance.now()
      const read = await platform
      const isAsked = read !== null && platformIsTrusted
      const seen = isAsked ? await withDeadline(read(picture), SILENT_MS, () => null).catch(() => null) : null
      if (seen === null) {
        platformIsTrusted = false
        return readByOwn(picture)
      }
      if (seen.length > 0) {
        foundAt = performance.now()
        return seen
      }
      if (!still && performance.now() - foundAt < BLIND_MS) return []
      // No picture waits for the own one's loading while the platform's may still read the next.
      const beside = still ? readByOwn(picture) : withDeadline(own.decode(picture), SILENT_MS, () => [])
      const found = await beside.catch(() => {
        foundAt = performance.now()
        return []
      })
      if (found.length > 0) platformIsTrusted = false
      return found
    },
    /** Loads the own reader. Rejects if that fails. */
    load: own.load,
    close: own.close,
  }
}
