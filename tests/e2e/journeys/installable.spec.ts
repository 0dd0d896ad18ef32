import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium } from '@playwright/test'
import { JOURNEY_FLAGS } from '../../../scripts/browser-flags'
import { findBrowser } from '../../../scripts/find-browser'
import { expect, test } from '../support/journey'

/** Starts the full browser with a persistent profile, because only such a browser installs apps. */
const it = test.extend<{ installing: BrowserContext }>({
  installing: async ({ game }, use) => {
    const directory = mkdtempSync(join(tmpdir(), 'geekquest-profile-'))
    const browser = { executablePath: findBrowser(), args: [...JOURNEY_FLAGS] }
    const context = await chromium.launchPersistentContext(directory, {
      ...browser,
      baseURL: game.url,
      locale: 'hr-HR',
    })
    await use(context)
    await context.close()
    // Retry, because the browser's helper processes may still write.
    rmSync(directory, { recursive: true, force: true, maxRetries: 10 })
  },
})

it('the browser reports no installability errors; the app takes the browser’s prompt and offers it in its menu', async ({
  installing,
  people,
}) => {
  const page = await installing.newPage()
  await people.signUp(page, 'ana')
  await page.goto('/player')
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  const devtools = await installing.newCDPSession(page)
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors')
  expect(installabilityErrors).toEqual([])
  const { errors, url, data } = await devtools.send('Page.getAppManifest')
  expect(errors).toEqual([])
  expect(new URL(url).pathname).toBe('/manifest.webmanifest')
  expect(JSON.parse(data ?? '')).toEqual(
    JSON.parse(
      readFileSync('manifest.webmanifest', 'utf8').replaceAll('%PRODUCT_NAME%', 'GeekQuest'),
    ),
  )

  await expect(page.getByRole('heading', { name: 'Još niste u timu' })).toBeVisible()
  await page.getByRole('button', { name: /^Račun/ }).click()
  // The item appears as soon as the browser fires the event, even in a menu that is already open.
  await expect(page.getByRole('menuitem', { name: 'Instaliraj aplikaciju' })).toBeVisible()
})
