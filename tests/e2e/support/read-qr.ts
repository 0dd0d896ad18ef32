import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, type Locator } from '@playwright/test'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'

const wasm = readFileSync(fileURLToPath(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm')))
prepareZXingModule({ overrides: { wasmBinary: wasm.buffer } })

/**
 * Reads the QR codes in a part of the page from screenshots, as a camera would: frame after frame,
 * until exactly `count` codes can be read.
 */
export async function readQrs(part: Locator, count: number): Promise<string[]> {
  await expect(part).toBeVisible()
  // Scroll the code clear of the app bar and the scan button.
  await part.evaluate((element) => element.scrollIntoView({ block: 'center' }))
  let codes: string[] = []
  await expect(async () => {
    const read = await readBarcodes(await part.screenshot({ scale: 'css' }), {
      formats: ['QRCode'],
    })
    codes = read.map(({ text }) => text)
    expect(codes).toHaveLength(count)
  }).toPass()
  return codes
}

export async function readQr(code: Locator): Promise<string> {
  const [content = ''] = await readQrs(code, 1)
  return content
}
