import type { Page } from '@playwright/test'
import { returnToApp, untilAppRuns } from '../support/app-running'
import { test as behindProxy, expect, openTeam } from '../support/booth-behind-proxy'
import {
  awardState,
  backOnline,
  expectRecordedOnce,
  give,
  storedAwards,
} from '../support/booth-screen'
import { type Fault, faults } from '../support/faults'
import { type GameProcess, startGameProcess } from '../support/game-process'
import { expectUsable } from '../support/usable'
import { waitUntilAppIsCached, waitUntilDataIsStored } from '../support/worker'

/** The same build under another name counts as an update, and the title of a page shows which version runs. */
const CURRENT = /GeekQuest/
const NEXT_NAME = 'Druga verzija'
const NEXT = new RegExp(NEXT_NAME)
const ALL_FILES = /^\/(?!sw\.js$)/

const test = behindProxy.extend<{ nextVersion: GameProcess }>({
  nextVersion: [
    async ({ faultProxy }, use) => {
      const server = await startGameProcess('next-version', {
        proxyUrl: faultProxy.url,
        productName: NEXT_NAME,
      })
      await use(server)
      await server.stop()
    },
    { timeout: 120_000 },
  ],
})

/** Makes the browser check for a new service worker. Resolves with the state that the worker reaches. */
async function checkForUpdate(page: Page): Promise<ServiceWorkerState | 'none'> {
  return await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready
    let wasFound = false
    registration.addEventListener('updatefound', () => {
      wasFound = true
    })
    await registration.update()
    const worker = registration.installing
    // The installation may fail before the page hears of the worker.
    if (worker === null) return registration.waiting?.state ?? (wasFound ? 'redundant' : 'none')
    return await new Promise<ServiceWorkerState>((resolve) => {
      worker.addEventListener('statechange', () => resolve(worker.state))
    })
  })
}

const offer = (page: Page) =>
  page.getByRole('status').filter({ hasText: 'Dostupna je nova verzija.' })

/** A file that contains the product's name, and therefore differs between the versions. */
const NAMED_FILE = /^\/screens\/terms\.json$/
const WRONG_ANSWERS: readonly {
  readonly what: string
  readonly path: RegExp
  readonly fault: (portalUrl: string) => Fault
}[] = [
  { what: 'a portal’s page instead of every file', path: ALL_FILES, fault: () => faults.portal },
  // The page before single files: an update does not request a file again that arrived intact.
  {
    what: 'a portal’s page instead of the page',
    path: /^\/(index|app-shell)\.html$/,
    fault: () => faults.portal,
  },
  {
    what: 'a portal’s cacheable page instead of one file',
    path: NAMED_FILE,
    fault: () => faults.portalKept,
  },
  { what: 'a redirect to the portal', path: NAMED_FILE, fault: faults.redirected },
  { what: 'one file cut off', path: NAMED_FILE, fault: () => faults.truncated },
  { what: 'one file with other content', path: NAMED_FILE, fault: () => faults.garbled },
]

test('faults 29 and 52: a broken update is never installed, and a good one only by a tap', async ({
  page,
  context,
  team,
  network,
  nextVersion,
}) => {
  await openTeam(page, team)
  await waitUntilAppIsCached(page)
  const clear = network.inject(faults.cutBefore)
  await give(page, 'Čeka slanje')

  // Inject each fault before the previous one is removed: the browser may check for an update at
  // any page load.
  let end = network.inject(faults.portal, { file: ALL_FILES })
  network.forwardFilesTo(nextVersion.ownUrl)
  for (const { what, path, fault } of WRONG_ANSWERS) {
    await test.step(what, async () => {
      const next = network.inject(fault(network.portalUrl), { file: path })
      end()
      end = next
      await expect.poll(() => checkForUpdate(page), what).toBe('redundant')
      await expect(offer(page)).toBeHidden()
    })
  }
  await page.close()
  const restarted = await context.newPage()
  await openTeam(restarted, team)
  await expect(restarted).toHaveTitle(CURRENT)
  await expect(offer(restarted)).toBeHidden()
  await expect(awardState(restarted)).toHaveText('Čeka slanje')

  end()
  await expect.poll(() => checkForUpdate(restarted)).toBe('installed')
  await expect(offer(restarted)).toBeVisible()
  // The restarted app still runs the old version: an update is offered, not forced.
  await expect(restarted).toHaveTitle(CURRENT)
  await expectUsable(restarted, 'update-offer')
  await offer(restarted).getByRole('button', { name: 'Osvježi' }).click()
  await expect(restarted).toHaveTitle(NEXT)
  await expect(offer(restarted)).toBeHidden()
  await expect(awardState(restarted)).toHaveText('Čeka slanje')
  expect(await storedAwards(restarted)).toHaveLength(1)
  clear()
  await backOnline(restarted)
  await expectRecordedOnce(restarted, team)
})

test('fault 52: an app runs although a portal spoiled its first installation, and gets its worker later', async ({
  page,
  context,
  network,
}) => {
  const end = network.inject(faults.portal, { file: /\.wasm$/ })
  const answered = context.waitForEvent('response', (response) => response.url().endsWith('.wasm'))
  await page.goto('/vendor')
  await answered
  const registered = () =>
    page.evaluate(async () => (await navigator.serviceWorker.getRegistration()) !== undefined)
  await expect.poll(registered).toBe(false)
  await expect(page.getByRole('heading', { name: 'Arkadna zona' })).toBeVisible()
  end()
  await returnToApp(page)
  await waitUntilAppIsCached(page)
  await waitUntilDataIsStored(page, /Arkadna zona/)
  network.goDown()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Arkadna zona' })).toBeVisible()
})

test.describe('without a worker', () => {
  test.use({
    staff: null,
    serviceWorkers: 'block',
    expectedErrors:
      /Failed to load module script|dynamically imported module|unsupported MIME type/,
  })

  test('fault 52: a portal that answers for the server does not make the app reload', async ({
    page,
    network,
  }) => {
    await page.goto('/auth/login')
    const link = page.getByRole('link', { name: 'Registracija', exact: true })
    await link.waitFor()
    // Once the app runs, it has loaded everything except the chunk behind the link.
    await untilAppRuns(page)
    const portalGone = network.inject(faults.portal, { file: /^\// })
    const answered = page.waitForResponse((response) => response.request().method() === 'HEAD')
    await link.click()
    await answered
    const retry = page.getByRole('button', { name: 'Pokušaj ponovno' })
    await expect(retry).toBeVisible()
    portalGone()
    await retry.click()
    await expect(page.getByRole('heading', { name: 'Registracija' })).toBeVisible()
  })
})
