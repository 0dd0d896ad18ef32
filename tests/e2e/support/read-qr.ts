import { expect, type Locator } from '@playwright/test'
import { PNG } from 'pngjs'
import decodeQR from 'qr/decode.js'

/** Reads a QR code from screenshots, as a camera would: frame after frame, until one can be read. */
export async function readQr(code: Locator): Promise<string> {
  await expect(code).toBeVisible()
  // Scrolled clear of the app bar and the scan button.
  await code.evaluate((element) => element.scrollIntoView({ block: 'center' }))
  let content = ''
  await expect(async () => {
    content = decodeQR(PNG.sync.read(await code.screenshot({ scale: 'css' })))
  }).toPass()
  return content
}
