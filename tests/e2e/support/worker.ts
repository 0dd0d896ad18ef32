import { type BrowserContext, expect, type Page } from '@playwright/test'

/** Waits until the worker has cached the app, so that it starts without a network. */
export async function waitUntilAppIsCached(page: Page): Promise<void> {
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
}

/** Waits until matching query data of the page is stored on the phone. */
export async function waitUntilDataIsStored(page: Page, what: RegExp): Promise<void> {
  await expect.poll(() => readKept(page), 'stored query data').toMatch(what)
}

/** The data stored for an offline start, as text. Checks that the database exists first, because opening it would create it. */
async function readKept(page: Page): Promise<string> {
  return await page.evaluate(async () => {
    const databases = await indexedDB.databases()
    if (!databases.some(({ name }) => name === 'geek-last-seen')) return ''
    return await new Promise<string>((resolve) => {
      const opening = indexedDB.open('geek-last-seen')
      opening.onsuccess = () => {
        const database = opening.result
        const reading = database.transaction('accounts').objectStore('accounts').getAll()
        reading.onsuccess = () => {
          database.close()
          resolve(JSON.stringify(reading.result))
        }
      }
    })
  })
}

/** Makes the browser wake the worker, as when a network returns, and waits until the worker is done. */
export async function wakeWorker(context: BrowserContext, origin: string): Promise<void> {
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  const registered = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const own = registrations.find(({ scopeURL }) => scopeURL.startsWith(origin))
      if (own !== undefined) resolve(own.registrationId)
    })
  })
  await session.send('ServiceWorker.enable')
  await session.send('ServiceWorker.dispatchSyncEvent', {
    origin,
    registrationId: await registered,
    tag: 'geek-outbox',
    lastChance: false,
  })
  await session.detach()
  await page.close()
}
