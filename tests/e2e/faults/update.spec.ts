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

/** One build under two names: another name is an update like any other, and each page shows its version. */
const RUNNING = /GeekQuest/
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

/** Makes the browser check for a new service worker; resolves with the state that it reaches. */
async function lookForVersion(page: Page): Promise<ServiceWorkerState | 'none'> {
  return await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready
    let wasFound = false
    registration.addEventListener('updatefound', () => {
      wasFound = true
    })
    await registration.update()
    const worker = registration.installing
    // Its installation may have failed before the page hears of it.
    if (worker === null) return registration.waiting?.state ?? (wasFound ? 'redundant' : 'none')
    return await new Promise<ServiceWorkerState>((resolve) => {
      worker.addEventListener('statechange', () => resolve(worker.state))
    })
  })
}

const offer = (page: Page) =>
  page.getByRole('status').filter({ hasText: 'Dostupna je nova verzija.' })

/** A file that contains the name and therefore differs between the versions. */
const NAMED_FILE = /^\/screens\/terms\.json$/
const WRONG_ANSWERS: readonly {
  readonly what: string
  readonly path: RegExp
  readonly fault: (portalUrl: string) => Fault
}[] = [
  { what: 'a portal’s page instead of every file', path: ALL_FILES, fault: () => faults.portal },
  // Before the others, because a file that arrived intact is not requested again.
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

test('faults 29 and 52: whatever goes wrong with a file of an update, nothing is installed, and the running version stays, also after a restart; the next one is offered while an award waits, installed by a tap, and the award is still there', async ({
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

  // The browser checks by itself when a page loads, so there is always a fault: the next one comes before the last one goes.
  let end = network.inject(faults.portal, { file: ALL_FILES })
  network.forwardFilesTo(nextVersion.ownUrl)
  for (const { what, path, fault } of WRONG_ANSWERS) {
    await test.step(what, async () => {
      const next = network.inject(fault(network.portalUrl), { file: path })
      end()
      end = next
      expect(await lookForVersion(page), what).toBe('redundant')
      await expect(offer(page)).toBeHidden()
    })
  }
  await page.close()
  const restarted = await context.newPage()
  await openTeam(restarted, team)
  await expect(restarted).toHaveTitle(RUNNING)
  await expect(offer(restarted)).toBeHidden()
  await expect(awardState(restarted)).toHaveText('Čeka slanje')

  end()
  await expect.poll(() => lookForVersion(restarted)).toBe('installed')
  await expect(offer(restarted)).toBeVisible()
  // Offered, not forced.
  await expect(restarted).toHaveTitle(RUNNING)
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

test('fault 52: after a portal spoiled the first installation the app runs without a worker, and gets one when it next comes to the front', async ({
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

  test('fault 52: a portal that answers in the server’s place does not make the app reload when a chunk cannot be loaded', async ({
    page,
    network,
  }) => {
    await page.goto('/auth/login')
    const link = page.getByRole('link', { name: 'Registracija', exact: true })
    await link.waitFor()
    // The app has taken over from the page as it was built: only what the link needs is still to be loaded.
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
