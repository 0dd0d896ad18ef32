import decodeQR, { type Image, type Point } from 'qr/decode.js'
import { codesIn, type DetectedCode } from './codes'

/** More in view than this are of no use: with two teams in view a series gives nothing. */
const MOST = 3
/** Retries of one picture take this long (ms): a phone without WebAssembly often has no compiler for JavaScript either. */
const RETRY_MS = 60
/** Under this number of pixels there is no code, and the library throws for other reasons. */
const LEAST_SIDE_PX = 21
const GREY = 128

/** Covers a code that was read, so that the next one is found. */
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

/** The QR codes in a picture of four bytes a pixel, read without WebAssembly. Overwrites those parts of it. */
export function codesInPlainPicture(picture: Image): DetectedCode[] {
  const found: { rawValue: string; cornerPoints: readonly Point[] }[] = []
  if (Math.min(picture.width, picture.height) < LEAST_SIDE_PX) return []
  while (found.length < MOST) {
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
      // None is left.
      break
    }
    if (corners.length === 0) break
    cover(picture, corners)
  }
  return codesIn(found, picture)
}
