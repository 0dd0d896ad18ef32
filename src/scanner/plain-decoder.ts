import decodeQR, { type Image, type Point } from 'qr/decode.js'
import { codesIn, type DetectedCode } from './codes'

/**
 * Stop at this many codes. Two teams in view are already too many: a series of scans then gives no
 * points.
 */
const MAX_CODES = 3
/**
 * Time limit for retries of each search in a picture (ms): a phone without WebAssembly often has no
 * JavaScript JIT either.
 */
const RETRY_MS = 60
/** Skip smaller pictures (px): they hold no code, and the library throws. */
const MIN_SIDE_PX = 21
const GREY = 128

/** Paints over a found code, so that the next one is found. */
function cover({ data, width, height }: Image, corners: readonly Point[]): void {
  const range = (along: readonly number[], size: number) =>
    [
      Math.max(0, Math.floor(Math.min(...along))),
      Math.min(size, Math.ceil(Math.max(...along))),
    ] as const
  const [left, right] = range(
    corners.map(({ x }) => x),
    width,
  )
  const [top, bottom] = range(
    corners.map(({ y }) => y),
    height,
  )
  for (let y = top; y < bottom; y++)
    data.fill(GREY, (y * width + left) * 4, (y * width + right) * 4)
}

/** Finds the QR codes in an RGBA picture without WebAssembly. Paints over them in that picture. */
export function codesInPlainPicture(picture: Image): DetectedCode[] {
  const found: { rawValue: string; cornerPoints: readonly Point[] }[] = []
  if (Math.min(picture.width, picture.height) < MIN_SIDE_PX) return []
  while (found.length < MAX_CODES) {
    let corners: readonly Point[] = []
    try {
      const rawValue = decodeQR(picture, {
        timeLimit: RETRY_MS,
        pointsOnDetect: ({ bounds }) => {
          corners = bounds
        },
      })
      found.push({ rawValue, cornerPoints: corners })
    } catch {
      // No code is left.
      break
    }
    if (corners.length === 0) break
    cover(picture, corners)
  }
  return codesIn(found, picture)
}
