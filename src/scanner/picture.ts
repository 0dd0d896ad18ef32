/** Enough for a code at arm's length; a higher resolution only costs time. */
const LONGEST_SIDE_PX = 1280

type Source = HTMLVideoElement | ImageBitmap

function sizeOf(source: Source): { readonly width: number; readonly height: number } {
  return source instanceof HTMLVideoElement ? { width: source.videoWidth, height: source.videoHeight } : source
}

/** Creates a function that captures frames on one reused canvas. It returns null while the source has no frame. */
export function createGrabber(longestSide = LONGEST_SIDE_PX): (source: Source) => ImageData | null {
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d', { willReadFrequently: true })
  return (source) => {
    const { width, height } = sizeOf(source)
    if (context === null || width === 0 || height === 0) return null
    const scale = Math.min(1, longestSide / Math.max(width, height))
    canvas.width = Math.max(1, Math.round(width * scale))
    canvas.height = Math.max(1, Math.round(height * scale))
    // Transparent images are designed for a white background.
    context.fillStyle = '#fff'
    context.fillRect(0, 0, canvas.width, canvas.height)
    context.drawImage(source, 0, 0, canvas.width, canvas.height)
    return context.getImageData(0, 0, canvas.width, canvas.height)
  }
}
