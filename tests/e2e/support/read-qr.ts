import { expect, type Locator } from '@playwright/test'
import decodeQR from 'qr/decode.js'

interface Pixels {
  readonly width: number
  readonly height: number
  readonly data: number[]
}

/** Reads a QR code as it stands on the screen, from a picture of it, as a camera would. */
export async function readQr(code: Locator): Promise<string> {
  await expect(code).toBeVisible()
  const picture = `data:image/png;base64,${(await code.screenshot()).toString('base64')}`
  const pixels = await code.page().evaluate(async (source): Promise<Pixels> => {
    const image = new Image()
    image.src = source
    await image.decode()
    const canvas = document.createElement('canvas')
    canvas.width = image.width
    canvas.height = image.height
    const context = canvas.getContext('2d')
    if (context === null) throw new Error('no canvas')
    context.drawImage(image, 0, 0)
    const { data } = context.getImageData(0, 0, image.width, image.height)
    return { width: image.width, height: image.height, data: [...data] }
  }, picture)
  return decodeQR({ width: pixels.width, height: pixels.height, data: Uint8Array.from(pixels.data) })
}
