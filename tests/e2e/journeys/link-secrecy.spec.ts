import type { Request } from '@playwright/test'
import { expect, test } from '../support/journey'
import { waitUntilAppIsCached } from '../support/worker'

const TOKEN = 'tajni0token0koji0nikad0ne0odlazi'

test('abuse 9: no request of a sign-in link’s page carries its token as Referer, not even that of a font, and the worker lets no cache store it either', async ({
  page,
  context,
}) => {
  const requests: Request[] = []
  context.on('request', (request) => requests.push(request))
  await page.goto(`/l/netko/${TOKEN}`)
  await expect(page.getByRole('heading', { name: 'Link je već iskorišten ili je istekao.' })).toBeVisible()
  await page.evaluate(() => document.fonts.ready)
  const paths = requests.map((request) => new URL(request.url()).pathname)
  expect(paths).toContainEqual(expect.stringMatching(/\.woff2$/))
  // The address itself is asked for once.
  expect(paths.filter((path) => path.includes(TOKEN))).toEqual([`/l/netko/${TOKEN}`])
  const headers = await Promise.all(requests.map((request) => request.allHeaders()))
  expect(headers.filter(({ referer }) => referer?.includes(TOKEN))).toEqual([])

  await waitUntilAppIsCached(page)
  for (const word of ['l', '%6c', 'L']) {
    const response = await page.goto(`/${word}/netko/${TOKEN}`)
    expect([response?.fromServiceWorker(), (await response?.allHeaders())?.['cache-control']], word).toEqual([true, 'no-store'])
  }
})

test('abuse 9: a link that was declined is gone from the device and signs nobody in later', async ({ page, people, game }) => {
  await people.signUp(page, 'ana')
  const link = await game.loginLink('luka')
  const question = page.getByText('Na ovom ste uređaju već prijavljeni kao Ana Anić.', { exact: false })
  const ways = { 'Ostani u svom računu': 'by the answer', GeekQuest: 'by going elsewhere' }
  for (const [name, way] of Object.entries(ways)) {
    await page.goto(link)
    await expect(question, way).toBeVisible()
    await page.getByRole('link', { name }).click()
    await expect(page, way).toHaveURL('/player')
    await page.goBack()
    await expect(question, way).toBeHidden()
    await expect(page, way).toHaveURL('/player')
  }
  // It is still good where it was not declined.
  await page.goto(link)
  await page.getByRole('button', { name: 'Prijavi se drugim računom' }).click()
  await expect(page).toHaveURL('/vendor')
})
