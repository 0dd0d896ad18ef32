import type { DetectedCode } from './codes'
import { NoReaderError, openDecoder } from './decoder'

/** Longest side in px. Enough for a code at arm's length; a higher resolution only costs time. */
const FRAME_PX = 1280

type PictureSource = HTMLVideoElement | ImageBitmap

function sizeOf(source: PictureSource): { readonly width: number; readonly height: number } {
  return source instanceof HTMLVideoElement
    ? { width: source.videoWidth, height: source.videoHeight }
    : source
}

/** Reads the pixels of a canvas. May throw. */
type ReadPixels = (canvas: HTMLCanvasElement) => ImageData | Promise<ImageData>

const fromCanvas: ReadPixels = (canvas) => {
  const context = canvas.getContext('2d')
  if (context === null) throw new Error('there is no canvas')
  return context.getImageData(0, 0, canvas.width, canvas.height)
}

/** Reads pixels with WebCodecs, where supported. */
const fromVideoFrame: ReadPixels = async (canvas) => {
  const { width, height } = canvas
  const frame = new VideoFrame(canvas, { timestamp: 0 })
  try {
    const picture = new ImageData(width, height)
    await frame.copyTo(picture.data, { format: 'RGBA' })
    return picture
  } finally {
    frame.close()
  }
}

const PATTERN_PX = 128
/** Tolerated deviation of a pixel's value: decoders cope with it. */
const TOLERANCE = 40
/** Tolerated share of pixels that deviate more. */
const WRONG_SHARE = 0.02

/** True if pixels read back as drawn: privacy browsers return noise or a single colour. */
async function isReliable(readPixels: ReadPixels): Promise<boolean> {
  const canvas = document.createElement('canvas')
  canvas.width = PATTERN_PX
  canvas.height = PATTERN_PX
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (context === null) return false
  const isLight = (x: number) => x % 16 < 8
  for (let x = 0; x < PATTERN_PX; x++) {
    context.fillStyle = isLight(x) ? '#fff' : '#000'
    context.fillRect(x, 0, 1, PATTERN_PX)
  }
  try {
    const { data } = await readPixels(canvas)
    let wrong = 0
    for (let at = 0; at < PATTERN_PX ** 2; at++) {
      if (Math.abs((data[at * 4] ?? 0) - (isLight(at % PATTERN_PX) ? 255 : 0)) > TOLERANCE)
        wrong += 1
    }
    return wrong <= PATTERN_PX ** 2 * WRONG_SHARE
  } catch {
    return false
  }
}

export type Grab = (source: PictureSource, longestSide?: number) => Promise<ImageData | null>

/**
 * Makes a function that captures frames on one reused canvas; it returns null while the source has
 * none. Resolves to null if the browser returns no reliable pixels.
 */
export async function createGrabber(): Promise<Grab | null> {
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d', { willReadFrequently: true })
  const readPixels = (await isReliable(fromCanvas))
    ? fromCanvas
    : (await isReliable(fromVideoFrame))
      ? fromVideoFrame
      : null
  if (context === null || readPixels === null) return null
  return async (source, longestSide = FRAME_PX) => {
    const { width, height } = sizeOf(source)
    if (width === 0 || height === 0) return null
    const scale = Math.min(1, longestSide / Math.max(width, height))
    canvas.width = Math.max(1, Math.round(width * scale))
    canvas.height = Math.max(1, Math.round(height * scale))
    // Transparent images are designed for a white background.
    context.fillStyle = '#fff'
    context.fillRect(0, 0, canvas.width, canvas.height)
    context.drawImage(source, 0, 0, canvas.width, canvas.height)
    return readPixels(canvas)
  }
}

export type PictureReading =
  | { readonly kind: 'read'; readonly codes: readonly DetectedCode[] }
  | { readonly kind: 'nothing-found' }
  | { readonly kind: 'no-picture' }
  | { readonly kind: 'no-pixels' }
  | { readonly kind: 'no-decoder' }
  | { readonly kind: 'no-reader' }

/**
 * Sizes (px) at which a large photo is tried: in detail, then smaller, because noise disturbs the
 * decoder if a code fills the photo.
 */
const PHOTO_PX = [2000, 900] as const

export async function readPicture(file: Blob): Promise<PictureReading> {
  const bitmap = await createImageBitmap(file).catch(() => null)
  if (bitmap === null) return { kind: 'no-picture' }
  const decoder = openDecoder()
  try {
    const grab = await createGrabber()
    if (grab === null) return { kind: 'no-pixels' }
    for (const longestSide of PHOTO_PX) {
      const picture = await grab(bitmap, longestSide)
      const codes = picture === null ? [] : await decoder.decode(picture, { still: true })
      if (codes.length > 0) return { kind: 'read', codes }
    }
    return { kind: 'nothing-found' }
  } catch (error) {
    return { kind: error instanceof NoReaderError ? 'no-reader' : 'no-decoder' }
  } finally {
    decoder.close()
    bitmap.close()
  }
}
