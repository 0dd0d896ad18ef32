import { untilAppRuns } from '../support/app-running'
import { expect, test } from '../support/journey'
import { passTime } from '../support/pass-time'

const BLOCKED = 'Preglednik blokira kolačiće. Dopustite ih za ovu stranicu pa pokušajte ponovno.'

test.use({ expectedErrors: /Access is denied for this document/ })

test('a browser that blocks cookies and storage shows the ranking, and sign-in says why it cannot work', async ({
  page,
  people,
  game,
}) => {
  await page.addInitScript(() => {
    const refuse = (): never => {
      throw new DOMException('Access is denied for this document.', 'SecurityError')
    }
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches'])
      Object.defineProperty(window, name, { get: refuse })
    Object.defineProperty(navigator, 'cookieEnabled', { get: () => false })
    Object.assign(window, { BroadcastChannel: refuse })
    navigator.locks.request = () =>
      Promise.reject(new DOMException('Access is denied for this document.', 'SecurityError'))
  })
  await page.clock.install()
  await page.goto('/poredak')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await people.captain('Bez Kolačića')
  await passTime(page, 16_000)
  await expect(page.getByRole('listitem').filter({ hasText: 'Bez Kolačića' })).toBeVisible()
  await expect(page.getByText('Poslužitelj ne odgovara', { exact: false })).toHaveCount(0)

  const { profile } = await people.player('ana')
  const before = game.lastSms(profile.mobile)
  await page.goto('/player')
  await expect(page).toHaveURL(/\/auth\/login/)
  await expect(page.getByRole('alert')).toHaveText(BLOCKED)
  await untilAppRuns(page)
  await page.getByLabel('Broj mobitela ili e-mail').fill(profile.mobile)
  await page.getByRole('button', { name: 'Pošalji kod' }).click()
  await expect(page.getByRole('alert')).toBeFocused()
  await page.getByRole('link', { name: 'Registracija' }).click()
  await expect(page.getByRole('heading', { name: 'Registracija' })).toBeVisible()
  await expect(page.getByRole('alert')).toHaveText(BLOCKED)
  expect(game.lastSms(profile.mobile)).toBe(before)

  const link = await game.loginLink(profile.nickname)
  await page.goto(link)
  await expect(page.getByRole('heading', { name: BLOCKED })).toBeVisible()
  const allowed = await page.context().browser()?.newPage()
  await allowed?.goto(link)
  await expect(allowed ?? page).toHaveURL(/\/player/)
  await allowed?.close()
})
