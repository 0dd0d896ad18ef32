import type { Workbox } from 'workbox-window'
import { createObservable, type Observable } from '#lib/observable'
import { TAKE_OVER, WORKER_FILE } from './page-and-worker'

/** A page that stays open checks for a new version at most this often, when it becomes visible (ms). */
const LOOK_AGAIN_MS = 30 * 60_000

const waiting = createObservable<ServiceWorker | null>(null)
/** A new version that is installed and waits; null if there is none. */
export const newVersion: Observable<ServiceWorker | null> = waiting

let wanted = false
/** The earliest time of the next check for a new version (ms since 1970). */
let nextLook = 0

/**
 * Registers the worker unless it is registered already, and offers a version once it waits. One with unexpected files becomes
 * redundant instead. A failed first installation removes the registration, and a Workbox follows one update, so that each look
 * makes its own.
 */
async function register(): Promise<Workbox> {
  const { Workbox } = await import('workbox-window')
  const workbox = new Workbox(WORKER_FILE, { updateViaCache: 'none' })
  workbox.addEventListener('waiting', ({ sw }) => waiting.set(sw ?? null))
  workbox.addEventListener('redundant', ({ sw }) => {
    if (sw === waiting.get()) waiting.set(null)
    else nextLook = 0
  })
  const registration = await workbox.register({ immediate: true })
  // Workbox does not follow what the browser found when the page loaded.
  const found = registration?.installing
  found?.addEventListener(
    'statechange',
    () => {
      if (found.state === 'redundant') nextLook = 0
      else if (registration?.active != null) look(register)
    },
    { once: true },
  )
  return workbox
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

/** Activates the new version and reloads the page. Waiting awards are in IndexedDB and survive the reload. */
export function takeNewVersion(): void {
  wanted = true
  const worker = waiting.get()
  if (worker?.state === 'installed') worker.postMessage(TAKE_OVER)
  else window.location.reload()
}
