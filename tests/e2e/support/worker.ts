import { type BrowserContext, expect, type Page } from '@playwright/test'

/** Waits until the app is kept on the phone and would start without a network. */
export async function untilKept(page: Page): Promise<void> {
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
}

/** Waits until what the page has read is kept on the phone. */
export async function untilSeenIsKept(page: Page, what: RegExp): Promise<void> {
  await expect.poll(() => readKept(page), 'what was seen and is kept').toMatch(what)
}

/** What is kept for a start without a network, as text. Looks only: opening a database that is not there would make it. */
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

/** Has the browser wake the worker, as it does when a network returns, and waits until the worker is done. */
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
