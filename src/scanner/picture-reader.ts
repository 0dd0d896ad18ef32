import { openDecoder } from './decoder'
import { createGrabber } from './picture'

export type PictureReading =
  | { readonly is: 'read'; readonly texts: readonly string[] }
  | { readonly is: 'nothing-found' }
  | { readonly is: 'no-picture' }
  | { readonly is: 'no-decoder' }

/**
 * Tries large photos in detail first, then smaller, which helps where the code fills the photo and noise disturbs the
 * decoder.
 */
const LONGEST_SIDES_PX = [2000, 900] as const

export async function readPicture(file: Blob): Promise<PictureReading> {
  const bitmap = await createImageBitmap(file).catch(() => null)
  if (bitmap === null) return { is: 'no-picture' }
  try {
    const decoder = await openDecoder()
    try {
      for (const longestSide of LONGEST_SIDES_PX) {
        const picture = createGrabber(longestSide)(bitmap)
        const texts = picture === null ? [] : await decoder.decode(picture)
        if (texts.length > 0) return { is: 'read', texts }
      }
      return { is: 'nothing-found' }
    } finally {
      decoder.close()
    }
  } catch {
    return { is: 'no-decoder' }
  } finally {
    bitmap.close()
  }
}
