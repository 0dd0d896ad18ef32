import type { Request } from '@playwright/test'
import { expect, test } from '../support/journey'
import { giveNfc, touchTag } from '../support/nfc-phone'
import { expectSays, HOLD, openScanner } from '../support/scanner'
import { expectUsable } from '../support/usable'
import { waitUntilAppIsCached } from '../support/worker'

const TOKEN = 'tajni0token0koji0nikad0ne0odlazi'

test('abuse 9: no request of a sign-in link’s page carries its token as Referer, not even that of a font, and the worker lets no cache store it either', async ({
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
  // The address itself is asked for once.
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

test('abuse 9: a link that was declined is gone from the device and signs nobody in later, also one that was scanned, whose token is in no address', async ({
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
    // The address is the next screen's before that is loaded, and until then nobody has left.
    await expect(question).toBeHidden()
    await page.goBack()
    await expect(question).toBeHidden()
    await expect(page).toHaveURL('/player')
  }
  // By the answer, and by going elsewhere.
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

  // It is still good where it was not declined.
  await page.goto(link)
  await page.getByRole('button', { name: 'Prijavi se drugim računom' }).click()
  await expect(page).toHaveURL('/vendor')
})
