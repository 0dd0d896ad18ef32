import type { Page } from '@playwright/test'

/** Returns a function that pushes to the worker of a page, as the browser's push service does. */
export async function pusherOf(page: Page): Promise<(data: string) => Promise<void>> {
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  const session = await page.context().newCDPSession(page)
  const registered = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [one] = registrations.filter(({ isDeleted }) => !isDeleted)
      if (one !== undefined) resolve(one.registrationId)
    })
  })
  await session.send('ServiceWorker.enable')
  const registrationId = await registered
  const { origin } = new URL(page.url())
  return async (data) => void (await session.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data }))
}
