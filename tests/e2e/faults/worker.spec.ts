import { expect, giveSession, openTeam, test } from '../support/booth-behind-proxy'
import { standing, storedAwards, tap } from '../support/booth-screen'
import { createGate, faults } from '../support/faults'
import { waitingOf } from '../support/waiting-of'
import { waitUntilAppIsCached, wakeWorker } from '../support/worker'

test('fault 9: a page and a worker that replay at the same time send an award once', async ({ page, team, network, context }) => {
  await openTeam(page, team)
  await waitUntilAppIsCached(page)
  const gate = createGate()
  network.inject(faults.heldAfter(gate.opened), { times: 1 })
  await tap(page)
  await expect(standing(page)).toHaveText('Šalje se')
  await wakeWorker(context, network.url)
  gate.open()
  await expect(standing(page)).toHaveText('Upisano')
  await expect.poll(() => storedAwards(page)).toEqual([])
  expect(network.calls('awardPoints').map(({ serverSaid }) => serverSaid)).toEqual(['OK'])
  expect(await team.ledger()).toHaveLength(1)
})

test('faults 6 and 63: after the page was closed, the worker sends the award as soon as the browser wakes it, and nothing is said to wait any more', async ({
  page,
  team,
  network,
  context,
  phone,
  game,
  sessionOf,
}) => {
  const desk = await phone()
  await giveSession(desk.context(), game.url, await sessionOf('ana'))
  await openTeam(page, team)
  await waitUntilAppIsCached(page)
  const clear = network.inject(faults.cutBefore)
  await tap(page)
  await expect(standing(page)).toHaveText('Čeka slanje')
  // The first look at the tags is a call, and each call says what waits.
  await page.getByRole('link', { name: 'Oznake' }).first().click()
  await expect.poll(() => waitingOf(desk, 'iva')).toBe(1)
  await page.close()
  // What the server knows of a device by heart goes with it: the worker has to say.
  await game.halt('SIGTERM')
  await game.resume()
  clear()
  await wakeWorker(context, network.url)
  await expect.poll(async () => (await team.ledger()).length).toBe(1)
  await expect.poll(() => waitingOf(desk, 'iva')).toBe(0)

  const reopened = await context.newPage()
  await reopened.goto('/vendor/dodjele')
  await expect(reopened.getByRole('listitem').filter({ hasText: team.team_name }).filter({ hasText: '+5' })).toBeVisible()
  await expect.poll(() => storedAwards(reopened)).toEqual([])
})

test('an open page is told what the worker sends', async ({ page, team, network, context }) => {
  await openTeam(page, team)
  await waitUntilAppIsCached(page)
  // The page must not send, like one that is throttled in the background.
  const clear = network.inject(faults.tooMany(600), { times: 1 })
  await tap(page)
  await expect(standing(page)).toHaveText('Čeka slanje')
  await expect.poll(() => network.calls('awardPoints').length).toBeGreaterThanOrEqual(1)
  clear()
  await wakeWorker(context, network.url)
  await expect(standing(page)).toHaveText('Upisano')
  expect(await team.ledger()).toHaveLength(1)
})

test('fault 29: a new version is offered while an award waits and installed by a tap, and the award is still there', async ({
  page,
  team,
  network,
}) => {
  await openTeam(page, team)
  await waitUntilAppIsCached(page)
  const clear = network.inject(faults.cutBefore)
  await tap(page)
  await expect(standing(page)).toHaveText('Čeka slanje')

  network.changeFile('/sw.js', (worker) => `${worker}\n// The next version.`)
  await page.evaluate(async () => void (await (await navigator.serviceWorker.getRegistration())?.update()))
  const offer = page.getByRole('status').filter({ hasText: 'Dostupna je nova verzija.' })
  await expect(offer).toBeVisible()
  // Offered, not forced: the page has not changed.
  await expect(standing(page)).toHaveText('Čeka slanje')

  const loaded = page.waitForEvent('load')
  await offer.getByRole('button', { name: 'Osvježi' }).click()
  await loaded
  await expect(page.getByText('Dostupna je nova verzija.')).toBeHidden()
  await expect(standing(page)).toHaveText('Čeka slanje')
  expect(await storedAwards(page)).toHaveLength(1)
  clear()
  // Not by the button: the outbox may have sent it by itself, and then it is gone.
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await expect(standing(page)).toHaveText('Upisano')
  expect(await team.ledger()).toHaveLength(1)
})

test('the worker caches the app and no response of the API', async ({ page, team }) => {
  await openTeam(page, team)
  await waitUntilAppIsCached(page)
  const kept = await page.evaluate(async () => {
    const addresses: string[] = []
    // Caches named 'geek-…' belong to the page, which reserves space for awards with them.
    for (const name of (await caches.keys()).filter((one) => !one.startsWith('geek-'))) {
      for (const { url } of await (await caches.open(name)).keys()) addresses.push(new URL(url).pathname)
    }
    return addresses
  })
  expect(kept).toContain('/app-shell.html')
  expect(kept.filter((path) => path.startsWith('/api'))).toEqual([])
  expect(
    kept.filter(
      (path) => !/^\/(app-shell\.html|icon\.svg|screens\/[a-z-]+\.json|assets\/[^/]+\.(js|css|woff2|wasm))$/.test(path),
    ),
  ).toEqual([])
})
