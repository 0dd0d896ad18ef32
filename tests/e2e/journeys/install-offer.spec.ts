import type { Page } from '@playwright/test'
import { isCall } from '../support/answers'
import { returnToApp } from '../support/app-running'
import { give, offerButton, storedAwards } from '../support/booth-screen'
import { asIphone, expectInMenu, offerInstall, timesAsked } from '../support/install-prompt'
import { expect, test } from '../support/journey'
import { chooseInMenu, closeEmblems, foundTeam, panel } from '../support/teams'
import { expectUsable } from '../support/usable'

const OFFER = { name: 'Instalirajte GeekQuest' }
const steps = (page: Page) => page.getByRole('dialog', { name: 'Instalacija aplikacije' })

test.use({ serviceWorkers: 'block' })

test('a player is offered the install with their first team, until they dismiss it or install the app', async ({
  page,
  people,
}) => {
  // A stored choice that cannot be read counts as no answer.
  await page.addInitScript(() => (localStorage['geek-install'] ??= '{"answered":"možda"'))
  await people.signUp(page, 'ana')
  await page.goto('/player')
  await expect(page.getByRole('heading', { name: 'Još niste u timu' })).toBeVisible()
  expect(await offerInstall(page), 'the browser’s own prompt is suppressed').toBe(true)
  await returnToApp(page)
  await page.getByRole('button', { name: 'Osnuj tim' }).click()
  await page.getByRole('textbox', { name: 'Naziv tima' }).fill('Instalateri')
  await expect(page.getByRole('region', OFFER)).toBeHidden()
  await page.getByRole('button', { name: 'Osnuj tim' }).click()
  await closeEmblems(page)
  await expect(page.getByRole('heading', { level: 1, name: 'Instalateri' })).toBeVisible()
  const offer = page.getByRole('region', OFFER)
  await expect(offer).toBeVisible()
  await expectUsable(page, 'card-install-offer')
  expect((await offer.boundingBox())?.y).toBeGreaterThan(
    (await panel(page, 'Posljednji bodovi').boundingBox())?.y ?? 0,
  )
  await page.getByRole('region', OFFER).getByRole('button', { name: 'Ne sada' }).click()
  await expect(page.getByRole('region', OFFER)).toBeHidden()
  expect(await timesAsked(page)).toBe(0)

  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Instalateri' })).toBeVisible()
  await offerInstall(page)
  await returnToApp(page)
  await expectInMenu(page, true)
  await expect(page.getByRole('region', OFFER)).toBeHidden()
  await chooseInMenu(page, 'Instaliraj aplikaciju')
  await expect.poll(() => timesAsked(page)).toBe(1)
  await page.evaluate(() => window.dispatchEvent(new Event('appinstalled')))
  await expectInMenu(page, false)
})

test('an iPhone shows the install steps for Safari, and the installed app offers nothing', async ({
  page,
  people,
  phone,
}) => {
  await asIphone(page, false)
  await page.goto('/auth/login')
  await expect(page.getByRole('heading', { name: 'Prijava' })).toBeVisible()
  await expect(page.getByText(/ima vlastitu prijavu/)).toBeHidden()
  await foundTeam(page, people, 'Jabuke')
  await page.getByRole('region', OFFER).getByRole('button', { name: 'Kako instalirati' }).click()
  await expect(steps(page).getByRole('listitem')).toHaveText([
    'Dodirnite „Dijeli” u traci preglednika. Ako ga ne vidite, najprije dodirnite gumb s tri točke.',
    'Pomaknite popis i odaberite „Dodaj na početni zaslon”.',
    'Dodirnite „Dodaj”.',
  ])
  await expect(steps(page)).toContainText('Instalirana aplikacija ima vlastitu prijavu')
  await expectUsable(page, 'install-steps')
  await steps(page).getByRole('button', { name: 'Zatvori' }).click()
  await expect(steps(page)).toBeHidden()
  await page.getByRole('region', OFFER).getByRole('button', { name: 'Ne sada' }).click()
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Jabuke' })).toBeVisible()
  await returnToApp(page)
  await expectInMenu(page, true)
  await expect(page.getByRole('region', OFFER)).toBeHidden()
  await chooseInMenu(page, 'Instaliraj aplikaciju')
  await expect(steps(page)).toBeVisible()

  // The browser inside another app cannot install anything, so it gets no steps.
  const inApp = await phone()
  await inApp.addInitScript(() =>
    Object.defineProperty(Navigator.prototype, 'userAgent', {
      get: () => 'Mozilla/5.0 (iPhone) AppleWebKit/605.1.15 Mobile/15E148 Instagram 330.0',
    }),
  )
  await foundTeam(inApp, people, 'U Instagramu')
  await returnToApp(inApp)
  await chooseInMenu(inApp, 'Instaliraj aplikaciju')
  await expect(steps(inApp)).toContainText('Otvoreno je u aplikaciji Instagram')
  await expect(steps(inApp)).toContainText('odaberite „Otvori u pregledniku”')

  const installed = await phone()
  await asIphone(installed, true)
  await installed.goto('/auth/login')
  await expect(
    installed.getByText(
      /^Aplikacija na početnom zaslonu ima vlastitu prijavu\. Upišite ovdje kod iz SMS-a/,
    ),
  ).toBeVisible()
  await foundTeam(installed, people, 'Samostalni')
  await returnToApp(installed)
  await expectInMenu(installed, false)
  await expect(installed.getByRole('region', OFFER)).toBeHidden()
})

test('staff are offered the install only on the board, and never while an award waits', async ({
  page,
  people,
}) => {
  const { team_id } = await people.captain('Bez Ponude')
  const offer = page.getByRole('region', OFFER)
  const isAward = isCall('awardPoints')
  async function expectNoOffer(): Promise<void> {
    await returnToApp(page)
    await expectInMenu(page, false)
    await expect(offer).toBeHidden()
  }
  await page.route(isAward, (route) => route.abort())
  await people.signIn(page, 'iva')
  await page.goto(`/qr/${team_id}`)
  await offerButton(page, 'Sudjelovanje').waitFor()
  await offerInstall(page)
  await expect(offer, 'nothing is offered on the screen where points are given').toBeHidden()
  await give(page, 'Čeka slanje')
  // Follow a link, so that the page is not loaded anew.
  await page.getByRole('link', { name: 'Na nadzornu ploču' }).click()
  await expect(page.getByRole('heading', { name: 'Arkadna zona' })).toBeVisible()
  await expectNoOffer()
  await people.signIn(page, 'luka')
  await page.goto('/vendor')
  await expect(page.getByRole('button', { name: 'Račun: Luka Babić' })).toBeVisible()
  await offerInstall(page)
  await expectNoOffer()

  await page.unroute(isAward)
  await people.signIn(page, 'iva')
  await page.goto('/vendor')
  await expect.poll(() => storedAwards(page)).toEqual([])
  await offerInstall(page)
  await expect(offer).toBeVisible()
})
