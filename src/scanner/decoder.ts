import { withDeadline } from '#lib/timers'
import { codesIn, type DetectedCode } from './codes'
import type { DecoderAnswer, DecoderRequest } from './decoder-worker'

/** Stop using the platform's detector once it takes longer than this (ms). */
const TIMEOUT_MS = 1_000
/** Use our own decoder too once the platform's detector has found nothing for this long (ms). */
const NOTHING_FOUND_MS = 2_000
/** Report an error if our own decoder takes longer than this to load (ms); loading continues. */
const LOADING_MS = 20_000

/** Nothing in this browser can read codes. Do not retry. */
export class NoReaderError extends Error {}

/** False in an iPhone's Lockdown Mode, and if GrapheneOS disables JIT compilers. */
const hasWebAssembly = () => typeof WebAssembly === 'object'

/**
 * Starts our own decoder: ZXing, or plain JavaScript without WebAssembly. Loads only the one used.
 */
function startWorker(): Worker {
  try {
    return hasWebAssembly()
      ? new Worker(new URL('./decoder-worker.ts', import.meta.url), { type: 'module' })
      : new Worker(new URL('./plain-decoder-worker.ts', import.meta.url), { type: 'module' })
  } catch (cause) {
    throw new NoReaderError('no decoder runs in this browser', { cause })
  }
}

/**
 * False once the platform's detector failed, or missed a code that our own decoder found: on some
 * phones it rejects, hangs or finds nothing (nimiq/qr-scanner issues 98 and 209).
 */
let platformIsTrusted = true

/** Inverts the colours, for white codes on black. */
function invert(picture: ImageData): ImageData {
  const pixels = new Uint32Array(picture.data.slice().buffer)
  for (let at = 0; at < pixels.length; at++) pixels[at] = (pixels[at] ?? 0) ^ 0x00_ff_ff_ff
  return new ImageData(new Uint8ClampedArray(pixels.buffer), picture.width, picture.height)
}

type Decode = (picture: ImageData) => Promise<readonly DetectedCode[]>

/**
 * Finds the platform's detector, if it supports QR codes. It may not read inverted codes, so a
 * picture without a result is retried inverted.
 */
async function findPlatformDetector(): Promise<Decode | null> {
  const Native = window.BarcodeDetector
  if (Native === undefined || !platformIsTrusted) return null
  try {
    const formats = await withDeadline(
      Native.getSupportedFormats(),
      TIMEOUT_MS,
      (): readonly string[] => [],
    )
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

interface PendingDecode {
  readonly resolve: (codes: readonly DetectedCode[]) => void
  readonly reject: (error: Error) => void
}

/**
 * Opens our own decoder in a worker, so that decoding never blocks the UI. Loads it for the first
 * picture and, after a failure, again for the next picture.
 */
function openOwnDecoder() {
  let worker: Worker | null = null
  const pending = new Map<number, PendingDecode>()
  let lastNumber = 0

  function end(error = new Error('the decoder could not be loaded')): void {
    worker?.terminate()
    worker = null
    for (const { reject } of pending.values()) reject(error)
    pending.clear()
  }
  function open(): Worker {
    const opened = startWorker()
    opened.addEventListener('error', (event) => {
      // A failed fetch of the script causes a plain event, a failure while running an `ErrorEvent`.
      const isBroken = event instanceof ErrorEvent && event.message !== ''
      end(isBroken ? new NoReaderError(event.message) : undefined)
    })
    opened.addEventListener(
      'message',
      ({ data: { number, codes } }: MessageEvent<DecoderAnswer>) => {
        if (codes === null) return end()
        pending.get(number)?.resolve(codes)
        pending.delete(number)
      },
    )
    return opened
  }
  async function decode({ data, width, height }: ImageData): Promise<readonly DetectedCode[]> {
    worker ??= open()
    const current = worker
    return await new Promise((resolve, reject) => {
      const number = ++lastNumber
      pending.set(number, { resolve, reject })
      // Copy: transferring the buffer would detach the caller's picture.
      const pixels = data.slice().buffer
      current.postMessage({ number, pixels, width, height } satisfies DecoderRequest, [pixels])
    })
  }

  return { decode, load: () => decode(new ImageData(1, 1)), close: () => end() }
}

export type Decoder = ReturnType<typeof openDecoder>

/**
 * Decodes with the platform's detector if there is one. If it fails or finds nothing, uses our own
 * decoder, loaded on demand.
 */
export function openDecoder() {
  const platform = findPlatformDetector()
  const own = openOwnDecoder()
  let foundAt: number | null = null

  /**
   * Decodes a picture with our own decoder. If that can't be loaded, rejects and re-enables the
   * platform's detector, which may have missed just one bad picture.
   */
  async function decodeByOwn(picture: ImageData): Promise<readonly DetectedCode[]> {
    try {
      return await withDeadline(own.decode(picture), LOADING_MS, () =>
        Promise.reject(new Error('the decoder is not loaded yet')),
      )
    } catch (error) {
      platformIsTrusted = true
      throw error
    }
  }
  return {
    /**
     * Decodes a picture; `still` means that no other picture follows. Rejects if nothing can decode
     * it; with `NoReaderError` if nothing ever will.
     */
    async decode(picture: ImageData, { still = false } = {}): Promise<readonly DetectedCode[]> {
      foundAt ??= performance.now()
      const detect = await platform
      const isUsed = detect !== null && platformIsTrusted
      const detected = isUsed
        ? await withDeadline(detect(picture), TIMEOUT_MS, () => null).catch(() => null)
        : null
      if (detected === null) {
        platformIsTrusted = false
        return decodeByOwn(picture)
      }
      if (detected.length > 0) {
        foundAt = performance.now()
        return detected
      }
      if (!still && performance.now() - foundAt < NOTHING_FOUND_MS) return []
      // Don't wait for our own decoder to load while the platform's detector may still read the
      // next picture.
      const decoding = still
        ? decodeByOwn(picture)
        : withDeadline(own.decode(picture), TIMEOUT_MS, () => [])
      const found = await decoding.catch(() => {
        foundAt = performance.now()
        return []
      })
      if (found.length > 0) platformIsTrusted = false
      return found
    },
    /** Loads our own decoder. Rejects if that fails. */
    load: own.load,
    close: own.close,
  }
}
