/** Enough for a code at arm's length; a higher resolution only costs time. */
const LONGEST_SIDE_PX = 1280

type Source = HTMLVideoElement | ImageBitmap

function sizeOf(source: Source): { readonly width: number; readonly height: number } {
  return source instanceof HTMLVideoElement ? { width: source.videoWidth, height: source.videoHeight } : source
}

/** Returns what a canvas shows. May throw. */
type ReadBack = (canvas: HTMLCanvasElement) => ImageData | Promise<ImageData>

const byCanvas: ReadBack = (canvas) => {
  const context = canvas.getContext('2d')
  if (context === null) throw new Error('there is no canvas')
  return context.getImageData(0, 0, canvas.width, canvas.height)
}

/** Of browsers with WebCodecs: another way to the same pixels. */
const byVideoFrame: ReadBack = async (canvas) => {
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
/** A pixel's deviation that no decoder minds. */
const NOISE = 40
/** Share of the pattern's pixels that may deviate more. */
const FALSE_PIXELS = 0.02

/** Whether a way gives back what was drawn: privacy browsers give noise, or one colour. */
async function isHonest(readBack: ReadBack): Promise<boolean> {
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
    const { data } = await readBack(canvas)
    let wrong = 0
    for (let at = 0; at < PATTERN_PX ** 2; at++) {
      if (Math.abs((data[at * 4] ?? 0) - (isLight(at % PATTERN_PX) ? 255 : 0)) > NOISE) wrong += 1
    }
    return wrong <= PATTERN_PX ** 2 * FALSE_PIXELS
  } catch {
    return false
  }
}

export type Grab = (source: Source, longestSide?: number) => Promise<ImageData | null>

/**
 * Makes a function that captures frames on one reused canvas, and returns null while the source has none. Null in a browser that gives
 * no page the pixels of a picture.
 */
export async function createGrabber(): Promise<Grab | null> {
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d', { willReadFrequently: true })
  const readBack = (await isHonest(byCanvas)) ? byCanvas : (await isHonest(byVideoFrame)) ? byVideoFrame : null
  if (context === null || readBack === null) return null
  return async (source, longestSide = LONGEST_SIDE_PX) => {
    const { width, height } = sizeOf(source)
    if (width === 0 || height === 0) return null
    const scale = Math.min(1, longestSide / Math.max(width, height))
    canvas.width = Math.max(1, Math.round(width * scale))
    canvas.height = Math.max(1, Math.round(height * scale))
    // Transparent images are designed for a white background.
    context.fillStyle = '#fff'
    context.fillRect(0, 0, canvas.width, canvas.height)
    context.drawImage(source, 0, 0, canvas.width, canvas.height)
    return readBack(canvas)
  }
}
