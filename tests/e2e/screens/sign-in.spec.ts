import { SESSION_COOKIE } from '#contract/protocol'
import { changeAnswers, isCall } from '../support/answers'
import { untilAppRuns } from '../support/app-running'
import { callAs } from '../support/call-as'
import { expect, test } from '../support/journey'
import { tabTo } from '../support/keyboard'
import { listen } from '../support/listener'
import { passTime, stopTime } from '../support/pass-time'
import { fillRegistration, linkIn } from '../support/people'
import { expectToast } from '../support/toasts'
import { checkState, expectUsable } from '../support/usable'
import { waitUntilDataIsStored } from '../support/worker'

test('a link from an SMS signs in once, survives a preview, and is removed from the address bar and history', async ({
  page,
  people,
  game,
}) => {
  const { profile } = await people.player('ana')
  await page.goto(linkIn(game.lastSms(profile.mobile)))
  await expect(
    page.getByRole('heading', { name: 'Link je već iskorišten ili je istekao.' }),
  ).toBeVisible()
  await checkState(page, 'link-used')
  await page.getByRole('link', { name: 'Prijava' }).click()
  await expect(page).toHaveURL('/auth/login')
  await people.askForCode(page, profile.mobile)
  const link = linkIn(game.lastSms(profile.mobile))
  expect((await fetch(link)).status).toBe(200)

  await page.goto(link)
  await expect(page).toHaveURL('/player')
  await expectToast(page, 'Dobrodošli, Ana.')
  await page.goBack()
  await expect(page).not.toHaveURL(/\/l\/./)
  await page.goForward()
  await expect(page).toHaveURL('/player')
  await untilAppRuns(page)

  // Without a network, the next link of hers leads home, unused.
  await waitUntilDataIsStored(page, new RegExp(profile.nickname))
  await page.route(isCall('currentUser'), (route) => route.abort())
  const next = await game.loginLink(profile.mobile)
  await page.goto(next)
  await expect(page).toHaveURL('/player')
  await page.unrouteAll()
  // The phone still knows Ana, but her session has ended. The answer that says so takes a while.
  await page.context().clearCookies({ name: SESSION_COOKIE })
  const answer = Promise.withResolvers<void>()
  await page.route(isCall('currentUser'), async (route) => {
    await answer.promise
    await route.continue()
  })
  await page.goto(next)
  await expect(page.getByText('Prijava je u tijeku…')).toBeVisible()
  answer.resolve()
  await expectToast(page, 'Dobrodošli, Ana.')
  await expect(page).toHaveURL('/player')
})

test('abuse 3: a typed code is submitted once, wrong tries are counted, and sign-in leads to the requested page', async ({
  page,
  people,
}) => {
  const { profile } = await people.player('ana')
  await page.clock.install()
  await page.goto('/player/poredak')
  await expect(page).toHaveURL(/\/auth\/login\?redirect=/)
  await expect(page.getByRole('heading', { name: 'Prijava' })).toBeVisible()
  // Only visitors who have scanned something, such as a tag, are shown this.
  await expect(page.getByText('Prijavite se ili registrirajte pa', { exact: false })).toHaveCount(0)
  // Leave the first code unused, so that the second one has to wait.
  await people.askForCode(page, profile.mobile)
  await expect(page.getByText(`kod je stigao na ${profile.mobile}.`)).toBeVisible()
  await page.getByRole('button', { name: 'Promijeni' }).click()
  // Stop the clock, so that only the test lets the 30 s pass.
  await stopTime(page)
  const code = await people.askForCode(page, profile.mobile)
  const waits = page.getByText(/^Novi kod možete zatražiti za/)
  const another = page.getByRole('button', { name: 'Pošalji novi kod' })
  await expect(waits).toBeVisible()
  await expect(another).toBeHidden()
  const announced = await listen(page)
  for (let second = 0; second < 4; second++) {
    const before = (await waits.textContent()) ?? ''
    await page.clock.runFor(1_000)
    await expect(waits).not.toHaveText(before)
  }
  expect(await announced()).toEqual([])
  await page.clock.resume()
  await expectUsable(page, 'sign-in-code')
  await passTime(page, 31_000)
  await expect(another).toBeVisible()

  const sent: string[] = []
  page.on('request', (request) => {
    const mtp = new URLSearchParams(request.postData() ?? '').get('mtp')
    if (mtp !== null) sent.push(mtp)
  })
  const wrong = code === '000000' ? '000001' : '000000'
  const field = page.getByLabel('Kod iz SMS-a')
  await field.fill(wrong)
  await page.keyboard.press('Enter')
  const alert = page.getByRole('alert')
  await expect(alert.filter({ hasText: 'Kod nije ispravan. Imate još 4 pokušaja.' })).toBeVisible()
  expect(await page.evaluate(() => window.toasts), 'the error is shown only at its field').toEqual(
    [],
  )
  await page.getByRole('button', { name: 'Prijavi me' }).click()
  await expect(field).toBeFocused()
  await field.fill(code.slice(0, 5))
  await page.getByRole('button', { name: 'Prijavi me' }).click()
  await expect(alert.filter({ hasText: 'Upišite kod iz SMS-a.' })).toBeVisible()
  await field.fill(code)
  await expect(page).toHaveURL('/player/poredak')
  expect(sent).toEqual([wrong, code])
})

test('fault 89: a visitor whose page was dropped while they read the SMS returns to the code', async ({
  page,
  people,
}) => {
  const { profile } = await people.player('ana')
  await page.goto('/player/poredak')
  const code = await people.askForCode(page, profile.mobile)
  await page.goto('/auth/register')
  await expect(page.getByLabel('Kod iz SMS-a')).toBeVisible()
  await page.goto('/')
  await page.getByRole('link', { name: 'Prijava' }).click()
  await expect(page.getByText(`kod je stigao na ${profile.mobile}.`)).toBeVisible()
  await page.getByLabel('Kod iz SMS-a').fill(code)
  await expect(page).toHaveURL('/player/poredak')
  // A used code leaves nothing on the device: the next person is led to their own place.
  for (const left of ['geek-code', 'geek-return'])
    expect(await page.evaluate((key) => localStorage.getItem(key), left)).toBeNull()
})

test('fault 89: a half-filled registration is there again after the browser has dropped the page', async ({
  page,
  people,
}) => {
  await page.goto('/auth/register')
  await untilAppRuns(page)
  await page.getByLabel('Prezime').fill('Horvat')
  await page.getByLabel('Broj mobitela').fill('091 234')
  await page.reload()
  await untilAppRuns(page)
  await expect(page.getByLabel('Prezime')).toHaveValue('Horvat')
  await expect(page.getByLabel('Broj mobitela')).toHaveValue('091 234')

  // The SMS sent for another browser's registration has a code that this browser cannot use.
  await changeAnswers(page, 'register', (answer) => ({ ...answer, sms_sent: false }))
  await fillRegistration(page, people.newProfile('nova'))
  await page.getByRole('button', { name: 'Registriraj me' }).click()
  await expect(page.getByText('Vrijedi SMS koji smo već poslali: link')).toBeVisible()
})

test.describe('in Viber’s own browser', () => {
  test.use({
    userAgent:
      'Mozilla/5.0 (Linux; Android 14; wv) AppleWebKit/537.36 Chrome/120.0.0.0 Mobile Safari/537.36 Viber/22.1',
  })

  test('fault 89: a sign-in link inside another app signs in only on request, and offers the phone’s browser', async ({
    page,
    people,
    game,
  }) => {
    const link = await game.loginLink((await people.player('ana')).profile.mobile)
    await page.goto(link)
    await expect(page.getByRole('heading', { name: 'Otvoreno je u Viberu.' })).toBeVisible()
    await checkState(page, 'link-in-viber')
    const outside = await page
      .getByRole('link', { name: 'Otvori u pregledniku' })
      .getAttribute('href')
    expect(outside).toContain(`${link.replace(/^https?:/, 'intent:')}#Intent;scheme=http;`)
    await page.getByRole('button', { name: 'Prijavi se ovdje' }).click()
    await expect(page).toHaveURL('/player')
  })
})

test('registration shows each error at its field, focuses the first, and offers a code for an existing account', async ({
  page,
  people,
  game,
}) => {
  const { profile: taken } = await people.player('ana')
  await page.goto('/auth/register')
  const register = page.getByRole('button', { name: 'Registriraj me' })
  await untilAppRuns(page)
  await checkState(page, 'register')
  await register.click()
  for (const fault of [
    'Upišite ime.',
    'Upišite prezime.',
    'Upišite ispravnu e-mail adresu.',
    'Upišite nadimak od 2 do 24 znaka.',
  ]) {
    await expect(page.getByText(fault)).toBeVisible()
  }
  // The focus makes a screen reader read the first error; five alerts at once would be noise.
  await expect(page.getByLabel('Ime', { exact: true })).toBeFocused()
  await expect(page.getByLabel('Ime', { exact: true })).toHaveAccessibleDescription('Upišite ime.')
  await expect(page.getByRole('alert').filter({ hasText: 'Upišite' })).toHaveCount(0)
  await expectUsable(page, 'register-faults')
  const fresh = people.newProfile('nova')
  await fillRegistration(page, { ...fresh, nickname: taken.nickname.toUpperCase() })
  await register.click()
  await expect(page.getByText('Taj je nadimak zauzet.')).toBeVisible()
  await page.getByLabel('Nadimak').fill(fresh.nickname)
  await expect(page.getByText('Taj je nadimak zauzet.')).toBeHidden()
  await page.getByLabel('Broj mobitela').fill(taken.mobile)
  await register.click()
  const known = page.getByRole('button', { name: `Pošalji kod za ${taken.mobile}` })
  await expect(known).toBeVisible()
  await checkState(page, 'register-known-account')
  await known.click()
  await expect(page.getByText(`Ako račun postoji, kod je stigao na ${taken.mobile}.`)).toBeVisible()
  // People paste the whole SMS.
  await page.getByLabel('Kod iz SMS-a').fill(game.lastSms(taken.mobile))
  await expect(page).toHaveURL('/player')
})

test('an unreachable server signs nobody out, and each role is led to its own area', async ({
  page,
  people,
}) => {
  await people.signUp(page, 'ana')
  await page.route('**/api?**', (route) => route.abort())
  await page.goto('/player')
  await expect(page.getByRole('heading', { name: 'Niste povezani' })).toBeVisible()
  await checkState(page, 'load-failed')
  await page.unroute('**/api?**')
  await page.getByRole('button', { name: 'Pokušaj ponovno' }).click()
  await expect(page.getByRole('heading', { name: 'Još niste u timu' })).toBeVisible()
  for (const path of ['/vendor', '/vendor/oznake', '/', '/auth/login', '/nema-me', '/login']) {
    await page.goto(path)
    await expect(page).toHaveURL('/player')
  }
  // A place that an interrupted sign-in left on the device.
  await page.evaluate(
    (at) => localStorage.setItem('geek-return', JSON.stringify({ place: '/player/tim', at })),
    Date.now(),
  )
  await tabTo(page, page.getByRole('button', { name: 'Račun: Ana Anić' }))
  await page.keyboard.press('ArrowUp')
  await expect(page.getByRole('menuitem', { name: 'Odjava' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expectToast(page, 'Uspješno ste odjavljeni.')
  await expect(
    page.getByRole('heading', { level: 1, name: 'Dobrodošli na GeekQuest!' }),
  ).toBeFocused()
  await expect(page).toHaveURL('/')
  await expect(page).toHaveTitle('GeekQuest - Natjecanje | GeekClub')
  expect(await page.evaluate(() => localStorage.getItem('geek-return'))).toBeNull()
  // The app waits at most 3 s for the server's answer, so the session may end later.
  await expect(async () => await expect(callAs(page, 'currentUser', {})).rejects.toThrow()).toPass()
  await page.goto('/player')
  await expect(page).toHaveURL(/\/auth\/login/)
  await people.signIn(page, 'iva')
  for (const path of ['/player', '/', '/auth/register', '/nema/me']) {
    await page.goto(path)
    await expect(page).toHaveURL('/vendor')
  }
})

test('a phone with WebOTP fills the code in automatically', async ({ page, people, game }) => {
  const { profile: ana } = await people.player('ana')
  // Desktop Chromium receives no SMS, so the test replaces the browser's side of WebOTP.
  await page.addInitScript(() => {
    Object.assign(window, { OTPCredential: class {} })
    // The SMS may come before the app asks for it.
    const arrived = new Promise<Credential>((resolve) => {
      window.addEventListener('sms', (event) => {
        const code = event instanceof CustomEvent ? String(event.detail) : ''
        resolve(Object.assign(Object.create(null) as Credential, { id: '', type: 'otp', code }))
      })
    })
    navigator.credentials.get = (options) =>
      new Promise((resolve, reject) => {
        options?.signal?.addEventListener('abort', () =>
          reject(new DOMException('aborted', 'AbortError')),
        )
        void arrived.then(resolve)
      })
  })
  await page.goto('/auth/login')
  const code = await people.askForCode(page, ana.mobile)
  expect(game.lastSms(ana.mobile)).toMatch(/\n@localhost #\d{6}$/)
  await page.evaluate((detail) => window.dispatchEvent(new CustomEvent('sms', { detail })), code)
  await expect(page).toHaveURL('/player')
})
