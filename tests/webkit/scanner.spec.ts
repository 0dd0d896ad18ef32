import { writeFileSync } from 'node:fs'
import { PNG } from 'pngjs'
import encodeQR from 'qr'
import { expect, test } from './support/journey'

/** A photograph of a QR code would be worse than this; the decoder's own tests have those. */
function pictureOf(text: string): Buffer {
  const SCALE = 8
  const rows = encodeQR(text, 'raw', { border: 4 })
  const picture = new PNG({ width: rows.length * SCALE, height: rows.length * SCALE })
  for (let y = 0; y < picture.height; y++) {
    for (let x = 0; x < picture.width; x++) {
      const dark = rows[Math.floor(y / SCALE)]?.[Math.floor(x / SCALE)] === true
      picture.data.set(dark ? [0, 0, 0, 255] : [255, 255, 255, 255], (y * picture.width + x) * 4)
    }
  }
  return PNG.sync.write(picture)
}

test('where the browser detects no codes, a picture and a typed code open what the camera would', async ({
  iphone,
  game,
  team,
}, testInfo) => {
  const picture = testInfo.outputPath('kod.png')
  writeFileSync(picture, pictureOf(new URL(`/qr/${team.team_id}`, game.url).href))
  const booth = await iphone()
  await booth.signIn('iva')
  expect(await booth.run(() => 'BarcodeDetector' in window)).toBe(false)
  await booth.press('Skeniraj')
  await expect.poll(() => booth.text('dialog[open]')).toContain('Odaberi sliku')
  await booth.choose(picture)
  await expect.poll(() => booth.path(), { timeout: 20_000 }).toBe(`/qr/${team.team_id}`)
  await expect.poll(() => booth.text('h1')).toContain(team.team_name)

  await booth.open('/vendor')
  await booth.press('Skeniraj')
  await booth.press('Upiši kod')
  await booth.type('Kod s oznake', 'K7M 2PQ 9xv-4bt hn8 w3z')
  await booth.press('Otvori')
  await expect.poll(() => booth.path()).toBe('/s/k7m2pq9xv4bthn8w3z')
})
