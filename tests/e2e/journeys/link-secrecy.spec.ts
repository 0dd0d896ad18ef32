import type { Request } from '@playwright/test'
import { expect, test } from '../support/journey'
import { giveNfc, touchTag } from '../support/nfc-phone'
import { expectSays, HOLD, openScanner } from '../support/scanner'
import { expectUsable } from '../support/usable'
import { waitUntilAppIsCached } from '../support/worker'

const TOKEN = 'tajni0token0koji0nikad0ne0odlazi'

test('abuse 9: no Referer and no cache carries a sign-in link’s token', async ({
  page,
  context,
}) => {
  const requests: Request[] = []
  context.on('request', (request) => requests.push(request))
  await page.goto(`/l/netko/${TOKEN}`)
  await expect(
    page.getByRole('heading', { name: 'Link je već iskorišten ili je istekao.' }),
  ).toBeVisible()
  await page.evaluate(() => document.fonts.ready)
  const paths = requests.map((request) => new URL(request.url()).pathname)
  expect(paths).toContainEqual(expect.stringMatching(/\.woff2$/))
  // Only the navigation itself requests an address with the token, and only once.
  expect(paths.filter((path) => path.includes(TOKEN))).toEqual([`/l/netko/${TOKEN}`])
  const headers = await Promise.all(requests.map((request) => request.allHeaders()))
  expect(headers.filter(({ referer }) => referer?.includes(TOKEN))).toEqual([])

  await waitUntilAppIsCached(page)
  for (const word of ['l', '%6c', 'L']) {
    const response = await page.goto(`/${word}/netko/${TOKEN}`)
    expect(
      [response?.fromServiceWorker(), (await response?.allHeaders())?.['cache-control']],
      word,
    ).toEqual([true, 'no-store'])
  }
})

test('abuse 9: a declined sign-in link is gone from the device and signs nobody in later', async ({
  page,
  people,
  game,
}) => {
  await giveNfc(page, { permission: 'granted' })
  await people.signUp(page, 'ana')
  const link = await game.loginLink('luka')
  const question = page.getByText('Na ovom ste uređaju već prijavljeni kao Ana Anić.', {
    exact: false,
  })
  async function decline(name: string): Promise<void> {
    await expect(question).toBeVisible()
    await page.getByRole('link', { name }).click()
    await expect(page).toHaveURL('/player')
    // The address changes before the next screen is loaded; the person has left only when the question is gone.
    await expect(question).toBeHidden()
    await page.goBack()
    await expect(question).toBeHidden()
    await expect(page).toHaveURL('/player')
  }
  // Both the answer and leaving through the logo decline the link.
  for (const name of ['Ostani u svom računu', 'GeekQuest']) {
    await page.goto(link)
    await decline(name)
  }
  const addresses: string[] = []
  page.on('framenavigated', (frame) => addresses.push(frame.url()))
  await openScanner(page)
  await expectSays(page, HOLD)
  await touchTag(page, link)
  await expect(page.getByText('Link pripada drugom računu.', { exact: false })).toBeVisible()
  await expect(page).toHaveURL('/l')
  await expectUsable(page, 'link-of-another')
  await decline('Ostani u svom računu')
  expect(addresses.join()).not.toContain(link.split('/').at(-1))

  // Declining does not use up the link: opened again, it still signs in.
  await page.goto(link)
  await page.getByRole('button', { name: 'Prijavi se drugim računom' }).click()
  await expect(page).toHaveURL('/vendor')
})
