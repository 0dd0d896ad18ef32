import type { Page } from '@playwright/test'
import { expect, openTeam, test } from '../support/booth-behind-proxy'
import { awardState, expectAttempts, give, storedAwards, tap } from '../support/booth-screen'
import { faults } from '../support/faults'
import { holdTimers } from '../support/held-timers'
import { waitUntilAppIsCached, wakeWorker } from '../support/worker'

/** The paths that the worker caches. Leaves out caches named 'geek-…', which belong to the page. */
async function pathsOfWorker(page: Page): Promise<string[]> {
  return await page.evaluate(async () => {
    const paths: string[] = []
    for (const name of (await caches.keys()).filter((one) => !one.startsWith('geek-'))) {
      for (const { url } of await (await caches.open(name)).keys())
        paths.push(new URL(url).pathname)
    }
    return paths
  })
}
const OF_THE_APP =
  /^\/(app-shell\.html|icon\.svg|screens\/[a-z-]+\.json|assets\/[^/]+\.(js|css|woff2|wasm))$/

/**
 * Records the kinds of messages that tabs and the worker exchange about the outbox from now on.
 * Returns a function that reads them.
 */
async function listenToOutbox(page: Page): Promise<() => Promise<readonly string[]>> {
  const heard = await page.evaluateHandle(() => {
    const said: string[] = []
    const channel = new BroadcastChannel('geek-outbox')
    channel.onmessage = ({ data }: MessageEvent<{ readonly is: string }>) => said.push(data.is)
    return said
  })
  return () => heard.jsonValue()
}

test('fault 9: a page and a worker that replay at the same time send an award once', async ({
  page,
  team,
  network,
  context,
}) => {
  // Hold the request's timeout, so that the page waits for its answer however long the worker takes
  // to begin.
  await holdTimers(page, 8_000, 15_000)
  await openTeam(page, team)
  await waitUntilAppIsCached(page)
  const cached = await pathsOfWorker(page)
  expect(cached).toContain('/app-shell.html')
  expect(cached.filter((path) => !OF_THE_APP.test(path))).toEqual([])
  // The worker caches only the decoder that this device runs; the other one follows on request.
  const isPlainDecoder = (path: string) => path.includes('/plain-decoder')
  expect(cached.filter((path) => path.includes('decoder'))).toHaveLength(1)
  expect(cached.filter(isPlainDecoder)).toEqual([])
  await page.evaluate(async () => {
    const worker = await (await fetch('/sw.js')).text()
    await fetch(`/${/assets\/plain-decoder[^"]+\.js/.exec(worker)?.[0]}`)
  })
  expect((await pathsOfWorker(page)).filter(isPlainDecoder)).toHaveLength(1)

  const gate = Promise.withResolvers<void>()
  network.inject(faults.heldAfter(gate.promise), { times: 1 })
  await give(page, 'Šalje se')
  const heard = await listenToOutbox(page)
  await wakeWorker(context, network.url)
  // The worker finds the lock held by the page, and asks whether the page is alive.
  await expect.poll(heard).toContain('asks')
  gate.resolve()
  await expect(awardState(page)).toHaveText('Upisano')
  await expect.poll(() => storedAwards(page)).toEqual([])
  expect(network.calls('awardPoints').map(({ serverSaid }) => serverSaid)).toEqual(['OK'])
  expect(await team.ledger()).toHaveLength(1)

  // Keep the page from sending, as when it is throttled in the background.
  network.inject(faults.tooMany(600), { times: 1 })
  await tap(page)
  // Do not look at the award's state: the worker woken above asks for the lock again after 5 s, and
  // may send the award then.
  await expectAttempts(network, 2)
  await wakeWorker(context, network.url)
  await expect(awardState(page)).toHaveText('Upisano')
  expect(await team.ledger()).toHaveLength(2)

  const clear = network.inject(faults.cutBefore)
  await give(page, 'Čeka slanje')
  await page.close()
  clear()
  await wakeWorker(context, network.url)
  await expect.poll(async () => (await team.ledger()).length).toBe(3)
})
