import type { Page, Worker } from '@playwright/test'
import type { Notice } from '#contract/notice'
import { changeAnswers, isCall } from '../support/answers'
import { returnToApp } from '../support/app-running'
import { expect, test, withoutStream } from '../support/journey'
import { foundTeam } from '../support/teams'
import { expectAccessible } from '../support/usable'
import { pusherOf, waitUntilAppIsCached } from '../support/worker'

const NOTICE: Notice = {
  title: '+25 bodova',
  body: 'Vukovi: Pobjeda (Arkadna zona)',
  path: '/player/tim',
  tag: 'points',
}

/** The worker that controls the page. */
async function workerOf(page: Page): Promise<Worker> {
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  const [worker] = page.context().serviceWorkers()
  return worker ?? (await page.context().waitForEvent('serviceworker'))
}

/** The notifications that the worker showed, and the addresses that it opened. */
interface Done {
  readonly shown: {
    readonly title: string
    readonly body: unknown
    readonly path: unknown
    readonly silent: unknown
  }[]
  readonly opened: string[]
}

/**
 * Records the worker's actions: a headless browser shows no notifications, and no browser opens a
 * window for a simulated tap.
 */
async function recordDone(worker: Worker): Promise<() => Promise<Done>> {
  await worker.evaluate(() => {
    const scope = self as unknown as {
      registration: ServiceWorkerRegistration
      clients: object
      done: Done
    }
    scope.done = { shown: [], opened: [] }
    scope.registration.showNotification = async (
      title,
      { body, data, silent }: NotificationOptions = {},
    ) => {
      scope.done.shown.push({ title, body, path: data as unknown, silent })
    }
    Object.assign(scope.clients, {
      openWindow: async (address: string) => void scope.done.opened.push(address),
    })
  })
  return async () => await worker.evaluate(() => (self as unknown as { done: Done }).done)
}

test('every push shows a notification, and a tap on it opens its screen', async ({
  page,
  game,
}) => {
  await page.goto('/')
  const push = await pusherOf(page)
  const worker = await workerOf(page)
  const done = await recordDone(worker)
  await push(JSON.stringify(NOTICE))
  await expect.poll(async () => (await done()).shown).toHaveLength(1)
  // From here on no page of the app is open.
  await page.goto('about:blank')
  await push('nije obavijest')
  const later = { ...NOTICE, title: '+5 bodova' }
  await push(JSON.stringify(later))
  const shownAs = ({ title, body, path }: Notice, silent: boolean) => ({
    title,
    body,
    path,
    silent,
  })
  await expect
    .poll(async () => (await done()).shown)
    .toEqual([
      shownAs(NOTICE, true),
      { title: 'Ima novosti', body: expect.any(String), path: '/', silent: false },
      shownAs(later, false),
    ])

  await worker.evaluate((data) => {
    const notification = { data, close: () => undefined }
    self.dispatchEvent(
      Object.assign(new Event('notificationclick'), { notification, waitUntil: () => undefined }),
    )
  }, later.path)
  await expect.poll(async () => (await done()).opened).toEqual([`${game.url}/player/tim`])
})

test('a player in a team is asked about notifications once, by a button, and can answer in the menu later', async ({
  page,
  people,
}) => {
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

/** Imitates a push service that may end the subscription. Runs in the page, before its scripts. */
function fakePushService(): void {
  let subscription: PushSubscription | null = null
  Object.defineProperty(Notification, 'permission', { get: () => 'granted' })
  Notification.requestPermission = async () => 'granted'
  PushManager.prototype.getSubscription = async () => subscription
  PushManager.prototype.subscribe = async () => {
    const endpoint = 'https://updates.push.services.mozilla.com/wpush/v2/jedan'
    const keys = { p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) }
    const made = { endpoint, unsubscribe: async () => true, toJSON: () => ({ endpoint, keys }) }
    subscription = made as unknown as PushSubscription
    return subscription
  }
  window.addEventListener('subscription-ended', () => {
    subscription = null
  })
}

test('the menu says that the system ended a subscription, and one tap renews it', async ({
  page,
  people,
  context,
}) => {
  // A stream's greeting would name the server's real ledger, not the one that the test sets below.
  await withoutStream(context)
  await page.addInitScript(fakePushService)
  const answer = { status: 'OK', server_time: new Date().toISOString() }
  await page.route(isCall('subscribePush'), (route) => route.fulfill({ json: answer }))
  await foundTeam(page, people, 'Prekinuti')
  await waitUntilAppIsCached(page)
  const isSubscribe = isCall('subscribePush')
  const subscribed = page.waitForResponse((answer) => isSubscribe(new URL(answer.url())))
  await page.getByRole('button', { name: 'Uključi obavijesti' }).click()
  await subscribed
  const item = page.getByRole('menuitemcheckbox', { name: /^Obavijesti/ })
  // The menu reports the subscription once more. Wait for that report, so that it does not arrive
  // after the subscription has ended.
  const reported = page.waitForResponse((answer) => isSubscribe(new URL(answer.url())))
  await page.getByRole('button', { name: /^Račun/ }).click()
  await expect(item).toBeChecked()
  await (await reported).finished()
  await page.evaluate(() => void window.dispatchEvent(new Event('subscription-ended')))
  await returnToApp(page)
  await expect(item).toHaveText(/Prekinule su se\. Dodirnite da ih ponovno uključite\.$/)
  await expect(item).not.toBeChecked()
  await expectAccessible(page)
  await item.click()
  await expect(item).toBeChecked()

  // An emptied event has a new ledger and no subscriptions: the device reports its own again at once.
  await changeAnswers(page, 'currentUser', (answer) => ({ ...answer, ledger: 'nakon probe' }))
  const renewed = page.waitForResponse((one) => isSubscribe(new URL(one.url())))
  await returnToApp(page)
  await renewed
})
