import { writeFileSync } from 'node:fs'
import encodeQR from 'qr'
import { expect, test } from './support/journey'

test('in a browser that detects no codes itself, a picture of a code opens the same as the camera would', async ({
  iphone,
  game,
  team,
}, testInfo) => {
  // A clean picture is enough here; the decoder's own tests read photographs.
  const picture = testInfo.outputPath('kod.gif')
  writeFileSync(
    picture,
    encodeQR(new URL(`/qr/${team.team_id}`, game.url).href, 'gif', { scale: 8, border: 4 }),
  )
  const booth = await iphone()
  await booth.signIn('iva')
  expect(await booth.run(() => 'BarcodeDetector' in window)).toBe(false)
  await booth.press('Skeniraj')
  await expect.poll(() => booth.text('dialog[open]')).toContain('Odaberi sliku')
  await booth.choose(picture)
  await expect.poll(() => booth.path()).toBe(`/qr/${team.team_id}`)
  await expect.poll(() => booth.text('h1')).toContain(team.team_name)
})
