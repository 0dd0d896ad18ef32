import { createObservable } from '#lib/observable'
import { TAKE_OVER, WORKER_FILE } from './page-and-worker'

/** A page that stays open checks for a new version at most this often, when it becomes visible (ms). */
const LOOK_AGAIN_MS = 30 * 60_000

const waiting = createObservable<ServiceWorker | null>(null)
let wanted = false
/** The earliest time of the next check for a new version (ms since 1970). */
let nextLook = 0

/** Offers a version once it is installed. One with unexpected files becomes redundant instead. */
function follow(registration: ServiceWorkerRegistration): void {
  const installing = registration.installing
  let installed = false
  installing?.addEventListener('statechange', () => {
    if (installing.state === 'installed') {
      installed = true
      // The first worker on a device replaces nothing.
      if (registration.active !== null) waiting.set(installing)
    }
    if (installing.state !== 'redundant') return
    if (!installed) nextLook = 0
    if (waiting.get() === installing) waiting.set(null)
  })
}

const watched = new WeakSet<ServiceWorkerRegistration>()

/** Registers the worker unless it is registered already. A failed first installation removes the registration. */
async function register(): Promise<ServiceWorkerRegistration> {
  const registration = await navigator.serviceWorker.register(WORKER_FILE, { updateViaCache: 'none' })
  if (watched.has(registration)) return registration
  watched.add(registration)
  if (registration.waiting !== null && registration.active !== null) waiting.set(registration.waiting)
  follow(registration)
  registration.addEventListener('updatefound', () => follow(registration))
  return registration
}

/** Runs one check for a new version. After a failure, such as no network, the next time the page becomes visible retries. */
function look(run: () => Promise<unknown>): void {
  nextLook = Date.now() + LOOK_AGAIN_MS
  run().catch(() => {
    nextLook = 0
  })
}

/**
 * Registers the worker, which lets the app start offline. Without a worker (unsupported, private window, plain http) the app
 * works only with a network.
 */
export function registerServiceWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    // If another tab activated the new version, this one keeps running, and its user may reload later.
    if (wanted) window.location.reload()
  })
  // Registration alone suffices at startup: the browser checks for a new version when a page loads.
  look(register)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || Date.now() < nextLook) return
    look(async () => await (await register()).update())
  })
}

/** True if a new version is installed and waits. */
export function newVersionWaits(): boolean {
  return waiting.get() !== null
}

export const onNewVersion = waiting.subscribe

/** Activates the new version and reloads the page. Waiting awards are in IndexedDB and survive the reload. */
export function takeNewVersion(): void {
  wanted = true
  const worker = waiting.get()
  if (worker?.state === 'installed') worker.postMessage(TAKE_OVER)
  else window.location.reload()
}
