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
    const pressed = [...document.querySelectorAll<HTMLElement>('button, a, [role=progressbar]')].filter(
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
  expect(await onCard.evaluate((code) => getComputedStyle(code).forcedColorAdjust)).toBe('none')
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
