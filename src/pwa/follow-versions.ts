import { TAKE_OVER } from '#contract/page'
import { createObservable } from '#lib/observable'

/** A page that stays open checks for a new version at most this often, when it becomes visible (ms). */
const CHECK_AGAIN_MS = 30 * 60_000
/**
 * How long a page waits for the new version that it has asked for (ms). A browser starts none while the old one still works, such as on
 * a response that this page never read to its end.
 */
const TAKES_OVER_WITHIN_MS = 8_000

/** `taking`: the person has accepted it, and the page is about to reload. */
type NewVersion = 'none' | 'offered' | 'taking'

interface VersionsWorld {
  /** Registers the worker, unless it is registered already. */
  readonly register: () => Promise<ServiceWorkerRegistration>
  readonly now: () => number
  readonly schedule: (work: () => void, afterMs: number) => void
  readonly reload: () => void
}

/**
 * Follows the versions of the worker, whoever finds them: this page, another tab, or the browser. Not by workbox-window, which follows
 * the first update of a page alone: what was found after one whose files had the wrong hashes was never offered.
 */
export function followVersions({ register, now, schedule, reload }: VersionsWorld) {
  const state = createObservable<NewVersion>('none')
  const followed = new WeakSet<object>()
  /** The latest version that was installed and waits. */
  let latest: ServiceWorker | null = null
  let isWanted = false
  /** The earliest time of the next check for a new version (ms, `now`). */
  let nextCheck = 0

  function offer(worker: ServiceWorker): void {
    latest = worker
    if (state.get() === 'none') state.set('offered')
    if (isWanted) worker.postMessage(TAKE_OVER)
  }
  /** One with unexpected files becomes redundant instead of waiting; so does one that a still newer one replaces. */
  function followWorker(worker: ServiceWorker, registration: ServiceWorkerRegistration): void {
    if (followed.has(worker)) return
    followed.add(worker)
    worker.addEventListener('statechange', () => {
      // The first one replaces nothing.
      if (worker.state === 'installed' && registration.active !== null) offer(worker)
      if (worker.state !== 'redundant') return
      if (worker !== latest) nextCheck = 0
      else {
        latest = null
        if (!isWanted) state.set('none')
      }
    })
    if (worker.state === 'installed') offer(worker)
  }
  function follow(registration: ServiceWorkerRegistration): void {
    const { installing, waiting } = registration
    for (const worker of [waiting, installing])
      if (worker !== null) followWorker(worker, registration)
    if (followed.has(registration)) return
    followed.add(registration)
    registration.addEventListener('updatefound', () => follow(registration))
  }
  /** A failed first installation removes the registration, so each check registers. */
  async function registerAndFollow(): Promise<ServiceWorkerRegistration> {
    const registration = await register()
    follow(registration)
    return registration
  }
  /** After a failure, such as no network, the next time the page becomes visible retries. */
  function check(run: () => Promise<unknown>): void {
    nextCheck = now() + CHECK_AGAIN_MS
    run().catch(() => {
      nextCheck = 0
    })
  }

  return {
    /** Registers the worker. The browser checks for a new version when a page loads. */
    start(): void {
      check(registerAndFollow)
    },
    /** A new version has become active. If another tab wanted it, this one keeps running, and its person may reload later. */
    onTakenOver(): void {
      if (isWanted) reload()
    },
    /** The page has become visible: checks for a new version, if it is time. */
    onVisible(): void {
      if (now() < nextCheck) return
      check(async () => await (await registerAndFollow()).update())
    },
    /** Activates the new version and reloads the page. Waiting awards are in IndexedDB and survive the reload. */
    take(): void {
      if (isWanted) return
      isWanted = true
      state.set('taking')
      if (latest?.state === 'installed') {
        latest.postMessage(TAKE_OVER)
        schedule(reload, TAKES_OVER_WITHIN_MS)
      } else {
        // Another tab has activated it.
        reload()
      }
    },
    state,
  }
}
