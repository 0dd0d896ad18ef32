import { expect, type Locator } from '@playwright/test'
import decodeQR from 'qr/decode.js'

/** Reads a QR code from screenshots, as a camera would: frame after frame, until one can be read. */
export async function readQr(code: Locator): Promise<string> {
  await expect(code).toBeVisible()
  // Scrolled clear of the app bar and the scan button.
  await code.evaluate((element) => element.scrollIntoView({ block: 'center' }))
  let content = ''
  await expect(async () => {
    content = decodeQR(await photograph(code))
  }).toPass({ timeout: 10_000 })
  return content
}

async function photograph(code: Locator): Promise<{ width: number; height: number; data: Uint8Array }> {
  const picture = `data:image/png;base64,${(await code.screenshot({ scale: 'css' })).toString('base64')}`
  const { width, height, red } = await code.page().evaluate(async (source) => {
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
    // One channel of a grey image as a string: Playwright takes seconds to transfer it as an array of numbers.
    let red = ''
    for (let at = 0; at < data.length; at += 4) red += String.fromCharCode(data[at] ?? 0)
    return { width: image.width, height: image.height, red }
  }, picture)
  const rgba = new Uint8Array(red.length * 4)
  for (const [at, grey] of Buffer.from(red, 'latin1').entries()) rgba.set([grey, grey, grey, 255], at * 4)
  return { width, height, data: rgba }
}
