import type { Page, Worker } from '@playwright/test'
import type { Notice } from '#contract/notice'
import { expect, test } from '../support/journey'
import { pusherOf } from '../support/pusher'
import { foundTeam } from '../support/teams'

const NOTICE: Notice = { title: '+25 bodova', body: 'Vukovi: Pobjeda (Arkadna zona)', path: '/player/tim', tag: 'points' }

/** The worker that controls the page. */
async function workerOf(page: Page): Promise<Worker> {
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  const [worker] = page.context().serviceWorkers()
  if (worker === undefined) throw new Error('no worker')
  return worker
}

interface Shown {
  readonly title: string
  readonly body: unknown
  readonly path: unknown
}

/** Records what the worker shows: browsers without a window have no notifications. Returns what was shown so far. */
async function recordShown(worker: Worker): Promise<() => Promise<Shown[]>> {
  await worker.evaluate(() => {
    const scope = self as unknown as { registration: ServiceWorkerRegistration; shown: Shown[] }
    scope.shown = []
    scope.registration.showNotification = async (title, { body, data }: NotificationOptions = {}) => {
      scope.shown.push({ title, body, path: data as unknown })
    }
  })
  return async () => await worker.evaluate(() => (self as unknown as { shown: Shown[] }).shown)
}

test('a pushed notice is shown while the app is away, not while it is in front, and what is no notice is ignored', async ({
  page,
}) => {
  await page.goto('/')
  const push = await pusherOf(page)
  const shown = await recordShown(await workerOf(page))
  await push(JSON.stringify(NOTICE))
  // No page of the app is left.
  await page.goto('about:blank')
  await push('nije obavijest')
  const later = { ...NOTICE, title: '+5 bodova' }
  await push(JSON.stringify(later))
  // The one that came while the page was in front is not among them.
  await expect.poll(shown).toEqual([{ title: later.title, body: later.body, path: later.path }])
})

test('a player in a team is asked once, by a button, and can answer in the menu later', async ({ page, people }) => {
  await foundTeam(page, people, 'Pitani Jednom')
  const offer = page.getByRole('region', { name: 'Obavijesti', exact: true })
  await expect(offer).toContainText('Javit ćemo vam kad stignu bodovi')
  await offer.getByRole('button', { name: 'Ne sada' }).click()
  await expect(offer).toBeHidden()
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Pitani Jednom' })).toBeVisible()
  await expect(offer).toBeHidden()
  await page.getByRole('button', { name: /^Račun/ }).click()
  await expect(page.getByRole('menuitemcheckbox', { name: 'Obavijesti' })).not.toBeChecked()
})
