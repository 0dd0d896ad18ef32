import type { Page } from '@playwright/test'
import { untilAppRuns } from '../support/app-running'
import { holdTimers } from '../support/held-timers'
import { expect, test, withoutStream } from '../support/journey'
import { paintsOf, watchPaints } from '../support/paints'
import { fillRegistration, linkIn } from '../support/people'
import { expectToast } from '../support/toasts'
import { waitUntilAppIsCached, waitUntilDataIsStored } from '../support/worker'

const PUBLIC_SCREENS = [
  ['/', 'Dobrodošli', 'Prijava / Registracija'],
  ['/auth/login', 'Prijava', 'Nemate račun?'],
  ['/auth/register', 'Registracija', 'Već imate račun?'],
  ['/uvijeti', 'Uvjeti', 'Politika privatnosti'],
  ['/pristupacnost', 'Pristupačnost', 'WCAG 2.2'],
] as const
const NO_SCRIPTS = /^Uključite JavaScript u postavkama preglednika i ponovno otvorite stranicu/
const TOO_OLD = /^Ovaj je preglednik prestar: ažurirajte ga/

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('public screens can be read without any other file, and show no control that does nothing', async ({
    page,
    game,
  }) => {
    const files: string[] = []
    page.on('request', (request) => files.push(request.resourceType()))
    for (const [path, heading, text] of PUBLIC_SCREENS) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toContainText(heading)
      await expect(page.getByText(text).first()).toBeVisible()
      await expect(page.getByRole('alert')).toHaveText(NO_SCRIPTS)
      await expect(page.getByRole('status')).toBeHidden()
      await expect(page.locator('form')).toHaveCount(0)
      for (const control of await page.locator('input, button').all())
        await expect(control).toBeHidden()
      expect(await (await page.request.get(`${game.url}${path}`)).text()).toContain(heading)
    }
    expect(files, 'no style sheet is requested').not.toContain('stylesheet')
    await page.goto('/player')
    await expect(page.getByRole('alert')).toHaveText(NO_SCRIPTS)
    await expect(page.getByText('Učitavanje…')).toBeHidden()
    await expect(page.locator('html')).toHaveCSS('background-color', 'rgb(10, 11, 22)')
  })
})

test('fault 84: a browser older than the floor shows one sentence, and uses up no sign-in link', async ({
  page,
  people,
  game,
  phone,
}) => {
  const { mobile } = await people.register('stari')
  const link = linkIn(game.lastSms(mobile))
  await page.addInitScript(() => Reflect.deleteProperty(ArrayBuffer.prototype, 'resize'))
  for (const address of ['/', '/auth/login', '/player', link]) {
    await page.goto(address, { waitUntil: 'networkidle' })
    await expect(page.getByRole('alert')).toHaveText(TOO_OLD)
  }
  const newer = await phone()
  await newer.goto(link)
  await expect(newer).toHaveURL('/player')
})

test('scripts take over a painted public screen without a blank frame, a layout shift or the code of other screens', async ({
  page,
}) => {
  await watchPaints(page)
  for (const [path] of PUBLIC_SCREENS) {
    await page.goto(path, { waitUntil: 'networkidle' })
    await untilAppRuns(page)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    const { emptyFrames, shifts } = await paintsOf(page)
    const { painted, fetched } = await page.evaluate(() => ({
      // `paintTime`, because `startTime` is rounded up to the display's next frame, which may lie in the future.
      painted: performance
        .getEntriesByName('first-contentful-paint')
        .flatMap((entry) => ('paintTime' in entry ? [Number(entry.paintTime)] : [])),
      fetched: performance
        .getEntriesByType('resource')
        .filter(({ name }) => /\.js$/.test(name))
        .map(({ name, startTime }) => ({ name, startTime })),
    }))
    expect(painted).toHaveLength(1)
    expect(fetched.length).toBeGreaterThan(0)
    const earliest = Math.min(...fetched.map(({ startTime }) => startTime))
    expect(earliest, path).toBeGreaterThan(painted[0] ?? Number.POSITIVE_INFINITY)
    const ofPlayers = fetched.filter(({ name }) => /\/(game|booth)-/.test(name))
    expect(ofPlayers, `${path} loads no screens of players and booths`).toEqual([])
    expect(emptyFrames, path).toBe(0)
    const shift = shifts.reduce((sum, { value }) => sum + value, 0)
    expect(shift, JSON.stringify(shifts)).toBeLessThan(0.01)
  }
})

test('a person who is signed in sees nothing of the visitors’ screens on the way home', async ({
  page,
  people,
  context,
}) => {
  await people.signUp(page, 'ravno')
  await page.goto('/')
  await page.waitForURL('**/player')
  // Expect the same if the browser sends no cookie, so that only the device knows of the session.
  await watchPaints(page)
  await page.route('**/', async (route) => {
    const headers = await route.request().allHeaders()
    await route.fulfill({ response: await route.fetch({ headers: { ...headers, cookie: '' } }) })
  })
  await waitUntilDataIsStored(page, /ravno/)
  await page.goto('/')
  await page.waitForURL('**/player')
  await expect(page.getByRole('button', { name: 'Osnuj tim' })).toBeVisible()
  expect((await paintsOf(page)).texts.join()).not.toContain('Prijava / Registracija')
  await page.unrouteAll()
  // Expect the same without a network, where the worker answers.
  await waitUntilAppIsCached(page)
  await context.setOffline(true)
  await page.goto('/')
  await page.waitForURL('**/player')
  await expect(page.getByRole('button', { name: 'Osnuj tim' })).toBeVisible()
  expect((await paintsOf(page)).texts.join()).not.toContain('Prijava / Registracija')
})

test('without a network a visitor’s screens open from stored copies, and an action that needs a network says so', async ({
  page,
  context,
}) => {
  await page.goto('/')
  await waitUntilAppIsCached(page)
  await context.setOffline(true)
  await page.goto('/')
  await page.getByRole('link', { name: 'Prijava / Registracija' }).click()
  await page.getByLabel('Broj mobitela ili e-mail').fill('091 234 5678')
  await page.getByRole('button', { name: 'Pošalji kod' }).click()
  await expectToast(page, 'Došlo je do pogreške.')
  await expect(page.getByLabel('Broj mobitela ili e-mail')).toHaveValue('091 234 5678')
  // Block the scripts: the screen must show without them.
  await context.route(/assets/, (route) => route.abort())
  await page.goto('/auth/login')
  await expect(page.getByRole('heading', { level: 1, name: 'Prijava' })).toBeVisible()
  await expect(page).toHaveTitle(/^Prijava/)
})

/** Holds the app's scripts back like a slow network. Returns a function that lets them through. */
async function holdScripts(page: Page): Promise<() => void> {
  const held = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await held.promise
    await route.continue()
  })
  return held.resolve
}

test('text typed or sent before the scripts run is kept, and sent once they do', async ({
  page,
  people,
  game,
}) => {
  let run = await holdScripts(page)
  await page.goto('/auth/login', { waitUntil: 'commit' })
  const field = page.getByLabel('Broj mobitela ili e-mail')
  await field.pressSequentially('091 23')
  run()
  // Wait for React's form: the document has the fields without a form, which could not be sent.
  await expect(page.locator('form')).toHaveCount(1)
  await expect(field).toBeFocused()
  await page.keyboard.type('4 5678')
  await expect(field).toHaveValue('091 234 5678')

  await page.unrouteAll()
  run = await holdScripts(page)
  const profile = people.newProfile('rana')
  await page.goto('/auth/register', { waitUntil: 'commit' })
  await fillRegistration(page, profile)
  await page.getByRole('button', { name: 'Registriraj me' }).click()
  run()
  await expect(page.getByLabel('Kod iz SMS-a')).toBeVisible()
  expect(game.lastSms(profile.mobile)).toContain('#')
})

test('a signed-in start requests its screen’s code and its user early, and each once', async ({
  page,
  people,
  context,
}) => {
  await withoutStream(context)
  // Hold the timers after which a page without a stream reads again.
  await holdTimers(page, 8_000, 15_000)
  const start = async (path: string, heading: string, code: readonly string[]) => {
    const run = await holdScripts(page)
    const requested: string[] = []
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url())
      requested.push(
        searchParams.get('action') ?? pathname.replace(/^.*\/([a-z-]+)-[^/]*\.js$/, '$1'),
      )
    })
    await page.goto(path, { waitUntil: 'commit' })
    await expect.poll(() => requested, path).toEqual(expect.arrayContaining(['login', ...code]))
    run()
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    await page.waitForLoadState('networkidle')
    for (const once of ['login', ...code])
      expect(
        requested.filter((one) => one === once),
        once,
      ).toHaveLength(1)
    for (const ofVisitors of ['sign-in', 'fields', 'link-page'])
      expect(requested).not.toContain(ofVisitors)
    page.removeAllListeners('request')
    await page.unrouteAll()
  }
  await people.signUp(page, 'brza')
  await start('/player', 'Još niste u timu', ['game'])
  await people.signIn(page, 'iva')
  await start('/vendor', 'Arkadna zona', ['game', 'booth'])
})
