import { expect, test } from '../support/journey'
import { readQr } from '../support/read-qr'
import { foundTeam, teamIdOf } from '../support/teams'

/** What extensions and browsers do that darken pages. */
const RECOLOURED = {
  'every colour replaced':
    '* { background: #111 !important; color: #eee !important; fill: #eee !important; stroke: #eee !important }',
  'all inverted, and pictures back': 'html, img { filter: invert(1) hue-rotate(180deg) !important }',
}

test("a team's code stays black on white where something recolours the page", async ({ page, people }) => {
  await foundTeam(page, people, 'Tamni Način')
  const address = new URL(`/qr/${await teamIdOf(page)}`, page.url()).href
  const browser = await page.context().newCDPSession(page)
  await browser.send('Emulation.setAutoDarkModeOverride', { enabled: true })
  const dialog = page.getByRole('dialog')
  for (const [how, style] of Object.entries(RECOLOURED)) {
    await page.evaluate((text) => {
      // An extension's styles are no inline styles, which the page forbids.
      const sheet = new CSSStyleSheet()
      sheet.replaceSync(text)
      document.adoptedStyleSheets = [sheet]
    }, style)
    expect(await readQr(page.getByRole('img', { name: 'QR kod tima Tamni Način' })), how).toBe(address)
    await page.getByRole('button', { name: 'Pokaži QR kod' }).click()
    expect(await readQr(dialog.getByRole('img')), `${how}, full screen`).toBe(address)
    await dialog.getByRole('button', { name: 'Zatvori' }).click()
  }
})
