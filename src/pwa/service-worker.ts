import { TAKE_OVER } from './take-over'

const FILE = '/sw.js'
/** A screen that stays open for days looks for a new version this often, as soon as it comes to the front (ms). */
const LOOK_AGAIN_MS = 30 * 60_000

let waiting: ServiceWorker | null = null
let wanted = false
const listeners = new Set<() => void>()

function offer(worker: ServiceWorker | null): void {
  waiting = worker
  for (const listener of listeners) listener()
}

function watch(registration: ServiceWorkerRegistration): void {
  // The first worker of a device has nothing to replace.
  if (registration.waiting !== null && registration.active !== null) offer(registration.waiting)
  registration.addEventListener('updatefound', () => {
    const installing = registration.installing
    installing?.addEventListener('statechange', () => {
      if (installing.state === 'installed' && registration.active !== null) offer(installing)
      if (installing.state === 'redundant' && waiting === installing) offer(null)
    })
  })
  let lookedAt = Date.now()
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || Date.now() - lookedAt < LOOK_AGAIN_MS) return
    lookedAt = Date.now()
    registration.update().catch(() => undefined)
  })
}

/**
 * Registers the worker, which makes the app start without a network. Where a browser has none, or refuses it (a private
 * window, plain http), the app works as long as there is a network.
 */
export function registerServiceWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    if (wanted) window.location.reload()
    // Another tab has taken the new version: this one goes on as it is, and may follow when its person likes.
    else if (waiting !== null) offer(waiting)
  })
  navigator.serviceWorker.register(FILE, { updateViaCache: 'none' }).then(watch, () => undefined)
}

/** Whether a new version waits to be taken. */
export function newVersionWaits(): boolean {
  return waiting !== null
}

export function onNewVersion(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Takes the new version: the page is loaded anew under it. What waits in the outbox is on the disk and stays there. */
export function takeNewVersion(): void {
  wanted = true
  if (waiting?.state === 'installed') waiting.postMessage(TAKE_OVER)
  else window.location.reload()
}
