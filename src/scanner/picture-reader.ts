import type { Code } from './codes'
import { openDecoder } from './decoder'
import { createGrabber } from './picture'

export type PictureReading =
  | { readonly is: 'read'; readonly codes: readonly Code[] }
  | { readonly is: 'nothing-found' }
  | { readonly is: 'no-picture' }
  | { readonly is: 'no-pixels' }
  | { readonly is: 'no-decoder' }

/**
 * Tries large photos in detail first, then smaller, which helps where the code fills the photo and noise disturbs the
 * decoder.
 */
const LONGEST_SIDES_PX = [2000, 900] as const

export async function readPicture(file: Blob): Promise<PictureReading> {
  const bitmap = await createImageBitmap(file).catch(() => null)
  if (bitmap === null) return { is: 'no-picture' }
  const decoder = openDecoder()
  try {
    const grab = await createGrabber()
    if (grab === null) return { is: 'no-pixels' }
    for (const longestSide of LONGEST_SIDES_PX) {
      const picture = await grab(bitmap, longestSide)
      const codes = picture === null ? [] : await decoder.decode(picture, { still: true })
      if (codes.length > 0) return { is: 'read', codes }
    }
    return { is: 'nothing-found' }
  } catch {
    return { is: 'no-decoder' }
  } finally {
    decoder.close()
    bitmap.close()
  }
}
