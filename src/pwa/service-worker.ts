import { TAKE_OVER } from './take-over'
import { WORKER_FILE } from './worker-file'

/** A page that stays open for days looks for a new version this often, when it comes to the front (ms). */
const LOOK_AGAIN_MS = 30 * 60_000

let waiting: ServiceWorker | null = null
let wanted = false
/** When coming to the front looks for a new version again (ms since 1970). */
let nextLook = 0
const listeners = new Set<() => void>()

function offer(worker: ServiceWorker | null): void {
  waiting = worker
  for (const listener of listeners) listener()
}

/** Offers a version once it is installed; one whose files were not the expected ones becomes redundant instead. */
function follow(registration: ServiceWorkerRegistration): void {
  const installing = registration.installing
  let installed = false
  installing?.addEventListener('statechange', () => {
    if (installing.state === 'installed') {
      installed = true
      // The first worker of a device has nothing to replace.
      if (registration.active !== null) offer(installing)
    }
    if (installing.state !== 'redundant') return
    if (!installed) nextLook = 0
    if (waiting === installing) offer(null)
  })
}

const watched = new WeakSet<ServiceWorkerRegistration>()

/** Registers the worker; changes nothing where it is registered already. After a failed first installation it no longer is. */
async function register(): Promise<ServiceWorkerRegistration> {
  const registration = await navigator.serviceWorker.register(WORKER_FILE, { updateViaCache: 'none' })
  if (watched.has(registration)) return registration
  watched.add(registration)
  if (registration.waiting !== null && registration.active !== null) offer(registration.waiting)
  follow(registration)
  registration.addEventListener('updatefound', () => follow(registration))
  return registration
}

/** Runs one look for a version. What failed, for want of a network say, is tried again when the page next comes to the front. */
function look(run: () => Promise<unknown>): void {
  nextLook = Date.now() + LOOK_AGAIN_MS
  run().catch(() => {
    nextLook = 0
  })
}

/**
 * Registers the worker, which makes the app start without a network. Where a browser has none or refuses it (private
 * window, plain http), the app works as long as there is a network.
 */
export function registerServiceWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    if (wanted) window.location.reload()
    // Another tab took the new version: this one goes on as it is, and its person may follow later.
    else if (waiting !== null) offer(waiting)
  })
  // The browser itself looks for a new version when a page loads.
  look(register)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || Date.now() < nextLook) return
    look(async () => await (await register()).update())
  })
}

/** Whether a new version waits to be taken. */
export function newVersionWaits(): boolean {
  return waiting !== null
}

export function onNewVersion(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Takes the new version by reloading the page under it. Waiting awards are in IndexedDB and survive it. */
export function takeNewVersion(): void {
  wanted = true
  if (waiting?.state === 'installed') waiting.postMessage(TAKE_OVER)
  else window.location.reload()
}
