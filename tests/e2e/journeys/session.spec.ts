import { expect, test } from '../support/journey'

test('a link from an SMS brings a visitor back to the page they wanted first; a new code can be requested only after the countdown', async ({
  page,
  people,
  game,
}) => {
  const { profile: ana } = await people.player('ana')
  await page.clock.install()
  await page.goto('/player?team=neki-tim')
  await people.askForCode(page, ana.mobile)
  await expect(page.getByText(/^Novi kod možete zatražiti za (30|29) sekundi\.$/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Pošalji novi kod' })).toBeHidden()
  await page.clock.fastForward(31_000)
  await expect(page.getByRole('button', { name: 'Pošalji novi kod' })).toBeVisible()
  const fromSms = await page.context().newPage()
  await fromSms.goto(/http\S+/.exec(game.lastSms(ana.mobile))?.[0] ?? '')
  await expect(fromSms).toHaveURL('/player?team=neki-tim')
})

test('a phone with WebOTP fills the code in automatically', async ({ page, people, game }) => {
  const { profile: ana } = await people.player('ana')
  // Desktop Chromium receives no SMS, so the test replaces the browser's side of WebOTP.
  await page.addInitScript(() => {
    Object.assign(window, { OTPCredential: class {} })
    navigator.credentials.get = (options) =>
      new Promise((resolve, reject) => {
        options?.signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')))
        window.addEventListener('sms', (event) => {
          const code = event instanceof CustomEvent ? String(event.detail) : ''
          resolve(Object.assign(Object.create(null) as Credential, { id: '', type: 'otp', code }))
        })
      })
  })
  await page.goto('/auth/login')
  const code = await people.askForCode(page, ana.mobile)
  expect(game.lastSms(ana.mobile)).toMatch(/\n@localhost #\d{6}$/)
  await page.evaluate((detail) => window.dispatchEvent(new CustomEvent('sms', { detail })), code)
  await expect(page).toHaveURL('/player')
})

test('the app bar links home and names the signed-in user', async ({ page, people }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await people.openBoard(page, 'iva')
  await expect(page.getByRole('banner').getByRole('link', { name: 'Nadzorna ploča' })).toBeVisible()
  await page.getByRole('button', { name: 'Račun: Iva Horvat' }).click()
  const menu = page.getByRole('menu')
  await expect(menu.getByText('Iva Horvat')).toBeVisible()
  await expect(menu.getByText('iva@example.hr')).toBeVisible()
  await expect(menu.getByRole('menuitem', { name: 'Nadzorna ploča' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Račun: Iva Horvat' })).toBeFocused()
  await page.getByRole('link', { name: 'GeekQuest' }).click()
  await expect(page).toHaveURL('/vendor')
})
