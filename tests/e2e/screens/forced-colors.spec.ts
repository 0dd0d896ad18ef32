import type { Locator, Page } from '@playwright/test'
import { untilAppRuns } from '../support/app-running'
import { callAs } from '../support/call-as'
import { expect, test } from '../support/journey'
import { readQr } from '../support/read-qr'
import { foundTeam, teamIdOf } from '../support/teams'

test.use({ contextOptions: { reducedMotion: 'reduce', forcedColors: 'active', colorScheme: 'dark' } })

/** Forced colours remove backgrounds and shadows, so only a border shows a button's shape. */
async function expectEdges(page: Page): Promise<void> {
  const shapeless = await page.evaluate(() => {
    const pressed = [...document.querySelectorAll<HTMLElement>('button, a')].filter(
      // Only buttons whose shape is otherwise shown by a background.
      (element) => /(^| )bg-/.test(element.className) && element.getBoundingClientRect().height > 0,
    )
    const hasEdge = ({ borderTopWidth, borderTopStyle, borderTopColor, backgroundColor }: CSSStyleDeclaration) =>
      Number.parseFloat(borderTopWidth) > 0 && borderTopStyle !== 'none' && borderTopColor !== backgroundColor
    return pressed.filter((element) => !hasEdge(getComputedStyle(element))).map((element) => element.textContent)
  })
  expect(shapeless, 'buttons without a visible edge').toEqual([])
}

async function expectFocusSeen(target: Locator): Promise<void> {
  await target.page().keyboard.press('Shift')
  await target.focus()
  const { outlineStyle, outlineWidth } = await target.evaluate((element) => {
    const style = getComputedStyle(element)
    return { outlineStyle: style.outlineStyle, outlineWidth: style.outlineWidth }
  })
  expect(`${outlineStyle} ${outlineWidth}`).toBe('solid 3px')
}

test("in forced colours buttons have borders and a visible focus, a team's code can be read, and an unavailable point type looks different", async ({
  page,
  people,
}) => {
  await page.goto('/')
  await untilAppRuns(page)
  const start = page.getByRole('link', { name: 'Prijava / Registracija' })
  await expect(start).toBeVisible()
  await expectEdges(page)
  await expectFocusSeen(start)
  await start.click()
  await expect(page.getByRole('button', { name: 'Pošalji kod' })).toBeVisible()
  await expectEdges(page)
  await expectFocusSeen(page.getByRole('button', { name: 'Pošalji kod' }))

  await foundTeam(page, people, 'Visoki Kontrast')
  const team_id = await teamIdOf(page)
  const address = new URL(`/qr/${team_id}`, page.url()).href
  await expectEdges(page)
  const onCard = page.getByRole('img', { name: 'QR kod tima Visoki Kontrast' })
  expect(await readQr(onCard)).toBe(address)
  await page.getByRole('button', { name: 'Pokaži QR kod' }).click()
  const dialog = page.getByRole('dialog')
  expect(await readQr(dialog.getByRole('img'))).toBe(address)
  await expectFocusSeen(dialog.getByRole('button', { name: 'Zatvori' }))

  await people.openBoard(page, 'iva')
  await expectEdges(page)
  await callAs(page, 'awardPoints', { team_id, point_type: 'pobjeda' })
  await page.goto(`/qr/${team_id}`)
  const closed = page.getByRole('button', { name: /^Pobjeda/ })
  const open = page.getByRole('button', { name: /^Sudjelovanje/ })
  await expect(closed).toBeDisabled()
  await expect(open).toBeEnabled()
  await expectEdges(page)
  const colorOf = (button: Locator) => button.evaluate((element) => getComputedStyle(element).color)
  expect(await colorOf(closed)).not.toBe(await colorOf(open))
  await expectFocusSeen(open)
})

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
