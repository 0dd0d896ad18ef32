/** A QR code in a picture. */
export interface DetectedCode {
  readonly text: string
  /** Distance from the picture's middle in px; 0 if the detector gives no position. */
  readonly offMiddle: number
}

interface Size {
  readonly width: number
  readonly height: number
}

/**
 * The result of a detector of the Shape Detection API. A browser's built-in detector may return
 * values that the API does not allow.
 */
export type Detections = readonly {
  readonly rawValue?: unknown
  readonly cornerPoints?: readonly { readonly x: number; readonly y: number }[] | null
}[]

export function codesIn(detected: Detections, { width, height }: Size): DetectedCode[] {
  return detected.flatMap(({ rawValue, cornerPoints }) => {
    if (typeof rawValue !== 'string' || rawValue === '') return []
    const corners = cornerPoints ?? []
    const middle = (side: 'x' | 'y') =>
      corners.reduce((sum, corner) => sum + corner[side], 0) / corners.length
    const offMiddle = Math.hypot(middle('x') - width / 2, middle('y') - height / 2)
    return [{ text: rawValue, offMiddle: Number.isFinite(offMiddle) ? offMiddle : 0 }]
  })
}
