import { TAKE_OVER } from '#contract/page'
import { createObservable } from '#lib/observable'

/** Check for a new version at most this often (ms), when an open page becomes visible. */
const CHECK_AGAIN_MS = 30 * 60_000
/**
 * How long a page waits for the new version that it requested (ms). A browser does not activate the
 * version while the running worker is busy, for example with a response that this page never read
 * to its end.
 */
const TAKES_OVER_WITHIN_MS = 8_000

/** `taking`: the user accepted the version, and the page is about to reload. */
type NewVersion = 'none' | 'offered' | 'taking'

interface VersionsDeps {
  /** Registers the worker, unless it is registered already. */
  readonly register: () => Promise<ServiceWorkerRegistration>
  readonly now: () => number
  readonly schedule: (work: () => void, afterMs: number) => void
  readonly reload: () => void
}

/**
 * Follows the versions of the worker that this page, another tab or the browser finds.
 * workbox-window follows only a page's first update: if the files of that update had wrong hashes,
 * it would never offer another.
 */
export function followVersions({ register, now, schedule, reload }: VersionsDeps) {
  const state = createObservable<NewVersion>('none')
  const followed = new WeakSet<object>()
  /** The latest installed version that waits to activate. */
  let latest: ServiceWorker | null = null
  let isWanted = false
  /** The earliest time of the next check for a new version (ms, `now`). */
  let nextCheck = 0

  function offer(worker: ServiceWorker): void {
    latest = worker
    if (state.get() === 'none') state.set('offered')
    if (isWanted) worker.postMessage(TAKE_OVER)
  }
  /**
   * A version with unexpected files, or replaced by a newer one, becomes redundant instead of
   * waiting.
   */
  function followWorker(worker: ServiceWorker, registration: ServiceWorkerRegistration): void {
    if (followed.has(worker)) return
    followed.add(worker)
    worker.addEventListener('statechange', () => {
      // The first version replaces nothing.
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
  /** Registers on every check, because a failed first installation removes the registration. */
  async function registerAndFollow(): Promise<ServiceWorkerRegistration> {
    const registration = await register()
    follow(registration)
    return registration
  }
  /**
   * Runs a check for a new version. After a failure, such as no network, the next check is due as
   * soon as the page becomes visible again.
   */
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
    /**
     * Handles a newly active version. If another tab requested it, this page keeps running, and its
     * user may reload later.
     */
    onTakenOver(): void {
      if (isWanted) reload()
    },
    /** Checks for a new version, if due. Call when the page becomes visible. */
    onVisible(): void {
      if (now() < nextCheck) return
      check(async () => await (await registerAndFollow()).update())
    },
    /**
     * Activates the new version and reloads the page. Waiting awards are in IndexedDB and survive
     * the reload.
     */
    take(): void {
      if (isWanted) return
      isWanted = true
      state.set('taking')
      if (latest?.state === 'installed') {
        latest.postMessage(TAKE_OVER)
        schedule(reload, TAKES_OVER_WITHIN_MS)
      } else {
        // Another tab has activated it already.
        reload()
      }
    },
    state,
  }
}
