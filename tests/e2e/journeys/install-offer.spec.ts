import type { Page } from '@playwright/test'
import { returnToApp } from '../support/app-running'
import { asIphone, expectInMenu, offerInstall, timesAsked } from '../support/install-prompt'
import { expect, test } from '../support/journey'
import { chooseInMenu, foundTeam, panel } from '../support/teams'
import { expectAccessible, expectFits } from '../support/usable'

const OFFER = { name: 'Instalirajte GeekQuest' }
const steps = (page: Page) => page.getByRole('dialog', { name: 'Instalacija aplikacije' })

test.use({ serviceWorkers: 'block' })

test('a player is offered the install with their first team, not before; a dismissed offer stays dismissed, and the menu keeps the item', async ({
  page,
  people,
}) => {
  // What cannot be read is no answer.
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
  await expect(page.getByRole('heading', { level: 1, name: 'Instalateri' })).toBeVisible()
  await expect(page.getByRole('region', OFFER)).toBeVisible()
  await expectAccessible(page)
  await expectFits(page)
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
  expect(await timesAsked(page)).toBe(1)
})

test('an offer stands below the screen in use, moves nothing, and goes when the app is installed, whoever started that', async ({
  page,
  people,
}) => {
  await foundTeam(page, people, 'Zatečeni')
  const offer = page.getByRole('region', OFFER)
  const name = page.getByRole('heading', { level: 1, name: 'Zatečeni' })
  const latest = panel(page, 'Posljednji bodovi')
  await expect(latest).toContainText('Još nema dodjela.')
  const before = await name.boundingBox()
  await offerInstall(page)
  await expect(offer).toBeVisible()
  expect(await name.boundingBox()).toEqual(before)
  expect((await offer.boundingBox())?.y).toBeGreaterThan((await latest.boundingBox())?.y ?? 0)
  await offer.getByRole('button', { name: 'Ne sada' }).click({ trial: true })
  await page.evaluate(() => window.dispatchEvent(new Event('appinstalled')))
  await expect(offer).toBeHidden()
  await expectInMenu(page, false)
})

test('on an iPhone, which has no install prompt, the steps for Safari are shown from the offer and from the menu; the installed app offers nothing and says on its sign-in page that it has its own session', async ({
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
  await expectAccessible(page)
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

  const installed = await phone()
  await asIphone(installed, true)
  await installed.goto('/auth/login')
  await expect(
    installed.getByText(/^Aplikacija na početnom zaslonu ima vlastitu prijavu\. Upišite ovdje kod iz SMS-a/),
  ).toBeVisible()
  await foundTeam(installed, people, 'Samostalni')
  await returnToApp(installed)
  await expectInMenu(installed, false)
  await expect(installed.getByRole('region', OFFER)).toBeHidden()
})
