import { type BrowserContext, type CDPSession, expect, type Page } from '@playwright/test'

/** Waits until the worker has cached the app, so that it starts without a network. */
export async function waitUntilAppIsCached(page: Page): Promise<void> {
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
}

/** Waits until matching query data of the page is stored on the phone. */
export async function waitUntilDataIsStored(page: Page, what: RegExp): Promise<void> {
  await expect
    .poll(
      async () => JSON.stringify(await readStore(page, 'geek-last-seen', 'accounts')),
      'stored query data',
    )
    .toMatch(what)
}

/** All values of a store on the device, readable or not. Looks for the database first, because opening would create it. */
export async function readStore(page: Page, name: string, store: string): Promise<unknown[]> {
  return await page.evaluate(
    async ([name, store]) => {
      const databases = await indexedDB.databases()
      if (!databases.some((one) => one.name === name)) return []
      return await new Promise<unknown[]>((resolve, reject) => {
        const opening = indexedDB.open(name)
        let isNew = false
        // The browser has lost the database meanwhile. Creating an empty one would keep the app
        // from making its own.
        opening.onupgradeneeded = () => {
          isNew = true
          opening.transaction?.abort()
        }
        opening.onerror = () =>
          isNew ? resolve([]) : reject(new Error(`${name} could not be opened`))
        opening.onsuccess = () => {
          const database = opening.result
          const reading = database.transaction(store).objectStore(store).getAll()
          reading.onsuccess = () => {
            database.close()
            resolve(reading.result)
          }
        }
      })
    },
    [name, store] as const,
  )
}

/**
 * True once the device's key is stored as registered, so that the device can sign copies of awards.
 * The server's answer alone is no sign: a page that is left before it has stored the answer
 * registers again. Runs in the page, so it must be self-contained.
 */
export async function isDeviceRegistered(): Promise<boolean> {
  const databases = await indexedDB.databases()
  if (!databases.some(({ name }) => name === 'geek-outbox')) return false
  return await new Promise<boolean>((resolve, reject) => {
    const opening = indexedDB.open('geek-outbox')
    opening.onerror = () => reject(opening.error)
    opening.onsuccess = () => {
      const database = opening.result
      const reading: IDBRequest<{ readonly registrations: object } | undefined> = database
        .transaction('meta')
        .objectStore('meta')
        .get('signing-key')
      reading.onsuccess = () => {
        database.close()
        resolve(Object.keys(reading.result?.registrations ?? {}).length > 0)
      }
    }
  })
}

/** Waits until the device can sign copies of awards. */
export async function untilDeviceIsRegistered(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(isDeviceRegistered), 'the key is registered').toBe(true)
}

/** Opens a page's devtools and finds the registration of an origin's worker. */
async function openDevtools(
  page: Page,
  origin: string,
): Promise<{ session: CDPSession; registrationId: string }> {
  const session = await page.context().newCDPSession(page)
  const registered = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const own = registrations.find(
        ({ scopeURL, isDeleted }) => scopeURL.startsWith(origin) && !isDeleted,
      )
      if (own !== undefined) resolve(own.registrationId)
    })
  })
  await session.send('ServiceWorker.enable')
  return { session, registrationId: await registered }
}

/**
 * Makes the browser wake the worker, as when a network returns. Does not wait until the worker has
 * done its work.
 */
export async function wakeWorker(context: BrowserContext, origin: string): Promise<void> {
  const page = await context.newPage()
  const { session, registrationId } = await openDevtools(page, origin)
  await session.send('ServiceWorker.dispatchSyncEvent', {
    origin,
    registrationId,
    tag: 'geek-outbox',
    lastChance: false,
  })
  await session.detach()
  await page.close()
}

/** Returns a function that pushes to the worker of a page, as the browser's push service does. */
export async function pusherOf(page: Page): Promise<(data: string) => Promise<void>> {
  await waitUntilAppIsCached(page)
  const { origin } = new URL(page.url())
  const { session, registrationId } = await openDevtools(page, origin)
  return async (data) =>
    void (await session.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data }))
}
