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
  /** Acts like a browser that finds a new version, in this tab or another. */
  find(): FakeWorker {
    this.installing = new FakeWorker('installing')
    this.dispatchEvent(new Event('updatefound'))
    return this.installing
  }
  /** Installs a version whose files all have the expected hashes. */
  install(): FakeWorker {
    const worker = this.installing ?? this.find()
    this.installing = null
    this.waiting = worker
    worker.become('installed')
    return worker
  }
  /** Discards a version that has a file with a wrong hash. */
  discard(): void {
    const worker = this.installing ?? this.find()
    this.installing = null
    worker.become('redundant')
  }
}

/** Opens a page, by default of an app whose worker is active. */
async function openPage(registration = new FakeRegistration(new FakeWorker('activated'))) {
  const page = { now: 0, reloads: 0, registered: 0, later: () => {} }
  const versions = followVersions({
    async register() {
      page.registered += 1
      // Return the same object each time, because a page has only one for each registration.
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

test('fault 52: a version is offered even after several versions with wrong files', async () => {
  const { registration, state } = await openPage()
  for (let times = 0; times < 3; times++) registration.discard()
  expect(state()).toBe('none')
  registration.install()
  expect(state()).toBe('offered')
})

test('a version that waits or is being installed when the page opens is offered, but never the first version', async () => {
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

test('taps ask the waiting version only once to take over, and the page reloads only after that', async () => {
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

test('a tap reloads at once if another tab has activated the version, otherwise after 8 s at the latest', async () => {
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

test('a version that replaces the waiting one takes its place in the offer, even after the tap', async () => {
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
