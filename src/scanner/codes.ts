/** A QR code in a picture. */
export interface DetectedCode {
  readonly text: string
  /** How far its middle is from the picture's, in pixels; 0 where the detector doesn't say where it is. */
  readonly offMiddle: number
}

interface Size {
  readonly width: number
  readonly height: number
}

/** A result of a detector with the interface of the Shape Detection API. A platform's may break that interface. */
export type Detections = readonly {
  readonly rawValue?: unknown
  readonly cornerPoints?: readonly { readonly x: number; readonly y: number }[]
}[]

export function codesIn(detected: Detections, { width, height }: Size): DetectedCode[] {
  return detected.flatMap(({ rawValue, cornerPoints = [] }) => {
    if (typeof rawValue !== 'string' || rawValue === '') return []
    const middle = (side: 'x' | 'y') =>
      cornerPoints.reduce((sum, corner) => sum + corner[side], 0) / cornerPoints.length
    const offMiddle = Math.hypot(middle('x') - width / 2, middle('y') - height / 2)
    return [{ text: rawValue, offMiddle: Number.isFinite(offMiddle) ? offMiddle : 0 }]
  })
}
