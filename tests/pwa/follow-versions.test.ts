import { expect, test } from 'vitest'
import { TAKE_OVER } from '#contract/page'
import { followVersions } from '../../src/pwa/follow-versions'

/** A version of the worker, as a page sees it. */
class FakeWorker extends EventTarget {
  readonly heard: unknown[] = []
  constructor(public state: ServiceWorkerState) {
    super()
  }
  postMessage(message: unknown): void {
    this.heard.push(message)
  }
  become(state: ServiceWorkerState): void {
    this.state = state
    this.dispatchEvent(new Event('statechange'))
  }
}

class FakeRegistration extends EventTarget {
  installing: FakeWorker | null = null
  waiting: FakeWorker | null = null
  updates = 0
  constructor(public active: FakeWorker | null) {
    super()
  }
  async update(): Promise<void> {
    this.updates += 1
  }
  /** The browser finds a new version, in this tab or another. */
  find(): FakeWorker {
    this.installing = new FakeWorker('installing')
    this.dispatchEvent(new Event('updatefound'))
    return this.installing
  }
  /** All of its files had the expected hashes. */
  install(): FakeWorker {
    const worker = this.installing ?? this.find()
    this.installing = null
    this.waiting = worker
    worker.become('installed')
    return worker
  }
  /** One of its files had a wrong hash. */
  discard(): void {
    const worker = this.installing ?? this.find()
    this.installing = null
    worker.become('redundant')
  }
}

/** A page of an installed app, or one that installs its first worker. */
async function openPage(registration = new FakeRegistration(new FakeWorker('activated'))) {
  const page = { now: 0, reloads: 0, registered: 0, later: () => {} }
  const versions = followVersions({
    async register() {
      page.registered += 1
      // A page has one object for each registration.
      return registration as unknown as ServiceWorkerRegistration
    },
    now: () => page.now,
    schedule: (work) => {
      page.later = work
    },
    reload: () => {
      page.reloads += 1
    },
  })
  versions.start()
  await Promise.resolve()
  await Promise.resolve()
  return { page, registration, versions, state: versions.state.get }
}

test('fault 52: a version is offered however many with wrong files came before it, whoever found them', async () => {
  const { registration, state } = await openPage()
  for (let times = 0; times < 3; times++) registration.discard()
  expect(state()).toBe('none')
  registration.install()
  expect(state()).toBe('offered')
})

test('a version that waits, or is being installed, when the page opens is offered, the first one never', async () => {
  const waits = new FakeRegistration(new FakeWorker('activated'))
  waits.install()
  expect((await openPage(waits)).state()).toBe('offered')

  const installs = new FakeRegistration(new FakeWorker('activated'))
  installs.find()
  const { state } = await openPage(installs)
  installs.install()
  expect(state()).toBe('offered')

  const first = new FakeRegistration(null)
  first.find()
  const fresh = await openPage(first)
  first.install()
  expect(fresh.state()).toBe('none')
})

test('a tap asks the waiting version once, and reloads the page only when that version has taken over', async () => {
  const { page, registration, versions, state } = await openPage()
  const worker = registration.install()
  versions.onTakenOver()
  expect(page.reloads).toBe(0)
  versions.take()
  versions.take()
  expect([state(), worker.heard, page.reloads]).toEqual(['taking', [TAKE_OVER], 0])
  versions.onTakenOver()
  expect(page.reloads).toBe(1)
})

test('a tap reloads at once where another tab activated the version, and otherwise after 8 s', async () => {
  const activated = await openPage()
  activated.registration.install().become('activated')
  expect(activated.state()).toBe('offered')
  activated.versions.take()
  expect(activated.page.reloads).toBe(1)

  const { page, registration, versions } = await openPage()
  registration.install()
  versions.take()
  expect(page.reloads).toBe(0)
  page.later()
  expect(page.reloads).toBe(1)
})

test('the offer follows a version that replaces the waiting one, also after the tap, and ends with the last', async () => {
  const { registration, versions, state } = await openPage()
  const older = registration.install()
  const newer = registration.install()
  older.become('redundant')
  expect(state()).toBe('offered')
  newer.become('redundant')
  expect(state()).toBe('none')

  const third = registration.install()
  versions.take()
  const fourth = registration.install()
  third.become('redundant')
  expect([state(), fourth.heard]).toEqual(['taking', [TAKE_OVER]])
})

test('a page that becomes visible looks for a version after half an hour, or at once after wrong files', async () => {
  const { page, registration, versions } = await openPage()
  versions.onVisible()
  expect([page.registered, registration.updates]).toEqual([1, 0])
  registration.discard()
  versions.onVisible()
  await expect.poll(() => registration.updates).toBe(1)
  page.now += 29 * 60_000
  versions.onVisible()
  expect(page.registered).toBe(2)
  page.now += 60_000
  versions.onVisible()
  await expect.poll(() => registration.updates).toBe(2)
})
