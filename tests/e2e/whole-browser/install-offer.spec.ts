import { expectAccessible } from '../support/accessible'
import { expectFitsSmallPhone } from '../support/fits-small-phone'
import { asIphone, expectInMenu, offerInstall, returnToApp, timesAsked } from '../support/install-prompt'
import { expect, test } from '../support/journey'
import { foundTeam, panel } from '../support/teams'

const OFFER = { name: 'Instalirajte GeekQuest' }

test('a player is offered the install with their first team, not before, and not again after a response', async ({
  page,
  people,
}) => {
  await people.signUp(page, 'ana')
  await page.goto('/player')
  await expect(page.getByRole('heading', { name: 'Još niste u timu' })).toBeVisible()
  expect(await offerInstall(page), 'the browser’s own prompt is suppressed').toBe(true)
  await returnToApp(page)
  await page.getByRole('textbox', { name: 'Naziv tima' }).first().fill('Instalateri')
  await expect(page.getByRole('region', OFFER)).toBeHidden()
  await page.getByRole('button', { name: 'Osnuj tim' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Instalateri' })).toBeVisible()
  await expect(page.getByRole('region', OFFER)).toBeVisible()
  await expectAccessible(page)
  await expectFitsSmallPhone(page)

  await page.getByRole('button', { name: 'Instaliraj', exact: true }).click()
  await expect(page.getByRole('region', OFFER)).toBeHidden()
  expect(await timesAsked(page)).toBe(1)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Instalateri' })).toBeVisible()
  await offerInstall(page)
  await returnToApp(page)
  await expectInMenu(page, true)
  await expect(page.getByRole('region', OFFER)).toBeHidden()
})

test('a dismissed offer stays dismissed, and the menu keeps the install item', async ({ page, people }) => {
  await people.signUp(page, 'ana')
  await page.goto('/player')
  await expect(page.getByRole('heading', { name: 'Još niste u timu' })).toBeVisible()
  await offerInstall(page)
  await page.getByRole('textbox', { name: 'Naziv tima' }).first().fill('Ne sada')
  await page.getByRole('button', { name: 'Osnuj tim' }).click()
  await page.getByRole('region', OFFER).getByRole('button', { name: 'Ne sada' }).click()
  await expect(page.getByRole('region', OFFER)).toBeHidden()
  expect(await timesAsked(page)).toBe(0)

  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Ne sada' })).toBeVisible()
  await offerInstall(page)
  await returnToApp(page)
  await expectInMenu(page, true)
  await expect(page.getByRole('region', OFFER)).toBeHidden()
  await page.getByRole('button', { name: /^Račun/ }).click()
  await page.getByRole('menuitem', { name: 'Instaliraj aplikaciju' }).click()
  expect(await timesAsked(page)).toBe(1)
})

test('an unreadable stored response to the offer is ignored', async ({ page, people }) => {
  await page.addInitScript(() => localStorage.setItem('geek-install', '{"answered":"možda"'))
  await people.signUp(page, 'ana')
  await page.goto('/player')
  await expect(page.getByRole('heading', { name: 'Još niste u timu' })).toBeVisible()
  await offerInstall(page)
  await page.getByRole('textbox', { name: 'Naziv tima' }).first().fill('Nečitki')
  await page.getByRole('button', { name: 'Osnuj tim' }).click()
  await expect(page.getByRole('region', OFFER)).toBeVisible()
})

test('the offer disappears when the app is installed, whoever started the installation', async ({ page, people }) => {
  await people.signUp(page, 'ana')
  await page.goto('/player')
  await expect(page.getByRole('heading', { name: 'Još niste u timu' })).toBeVisible()
  await offerInstall(page)
  await page.getByRole('textbox', { name: 'Naziv tima' }).first().fill('Već instalirani')
  await page.getByRole('button', { name: 'Osnuj tim' }).click()
  await expect(page.getByRole('region', OFFER)).toBeVisible()
  await page.evaluate(() => window.dispatchEvent(new Event('appinstalled')))
  await expect(page.getByRole('region', OFFER)).toBeHidden()
  await expectInMenu(page, false)
})

test('a late offer appears below the screen in use and moves nothing; it comes first when the app is opened again', async ({
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
  await expectAccessible(page)
  await offer.getByRole('button', { name: 'Ne sada' }).click({ trial: true })
  await returnToApp(page)
  await expect.poll(async () => (await offer.boundingBox())?.y).toBeLessThan((await latest.boundingBox())?.y ?? 0)
})

test.describe('on an iPhone, which has no install prompt', () => {
  test('the steps for Safari are shown from the offer and from the menu', async ({ page, people }) => {
    await asIphone(page, false)
    await foundTeam(page, people, 'Jabuke')
    await page.getByRole('region', OFFER).getByRole('button', { name: 'Kako instalirati' }).click()
    const steps = page.getByRole('dialog', { name: 'Instalacija aplikacije' })
    await expect(steps.getByRole('listitem')).toHaveText([
      'Dodirnite „Dijeli” u traci preglednika. Ako ga ne vidite, najprije dodirnite gumb s tri točke.',
      'Pomaknite popis i odaberite „Dodaj na početni zaslon”.',
      'Dodirnite „Dodaj”.',
    ])
    await expect(steps).toContainText('Instalirana aplikacija ima vlastitu prijavu')
    await expectAccessible(page)
    await expectFitsSmallPhone(page)
    await steps.getByRole('button', { name: 'Zatvori' }).click()
    await expect(steps).toBeHidden()
    await page.getByRole('region', OFFER).getByRole('button', { name: 'Ne sada' }).click()
    await page.reload()
    await expect(page.getByRole('heading', { level: 1, name: 'Jabuke' })).toBeVisible()
    await returnToApp(page)
    await expectInMenu(page, true)
    await expect(page.getByRole('region', OFFER)).toBeHidden()
    await page.getByRole('button', { name: /^Račun/ }).click()
    await page.getByRole('menuitem', { name: 'Instaliraj aplikaciju' }).click()
    await expect(steps).toBeVisible()
  })

  test.describe('in another browser', () => {
    test.use({
      userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 CriOS/140.0 Mobile/15E148',
    })
    test('the steps name the place of that browser’s button', async ({ page, people }) => {
      await asIphone(page, false)
      await foundTeam(page, people, 'Kruške')
      await page.getByRole('region', OFFER).getByRole('button', { name: 'Kako instalirati' }).click()
      await expect(page.getByRole('listitem').first()).toBeVisible()
      await expect(page.getByRole('dialog')).toContainText('u adresnoj traci ili u izborniku preglednika')
    })
  })

  test('the installed app offers nothing and says on its sign-in page that it has its own session', async ({ page, people }) => {
    await asIphone(page, true)
    await page.goto('/auth/login')
    await expect(
      page.getByText(/^Aplikacija na početnom zaslonu ima vlastitu prijavu\. Upišite ovdje kod iz SMS-a/),
    ).toBeVisible()
    await expectAccessible(page)
    await foundTeam(page, people, 'Samostalni')
    await returnToApp(page)
    await expectInMenu(page, false)
    await expect(page.getByRole('region', OFFER)).toBeHidden()
  })

  test('the sign-in page in Safari says nothing about a separate session', async ({ page }) => {
    await asIphone(page, false)
    await page.goto('/auth/login')
    await expect(page.getByRole('heading', { name: 'Prijava' })).toBeVisible()
    await expect(page.getByText(/ima vlastitu prijavu/)).toBeHidden()
  })
})

test.describe('in Firefox on Android', () => {
  test.use({ userAgent: 'Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0' })
  test('the steps for Firefox are shown', async ({ page, people }) => {
    await foundTeam(page, people, 'Lisice')
    await page.getByRole('region', OFFER).getByRole('button', { name: 'Kako instalirati' }).click()
    await expect(page.getByRole('dialog', { name: 'Instalacija aplikacije' }).getByRole('listitem')).toHaveText([
      'Otvorite izbornik preglednika, gumb s tri točke.',
      'Odaberite „Instaliraj” ili „Dodaj na početni ekran”.',
      'Potvrdite, pa aplikaciju otvorite s početnog zaslona.',
    ])
  })
})
