import { SYNC_TAG } from './background-drain'

/** Background Sync, which TypeScript's libraries do not declare (https://wicg.github.io/background-sync/spec/). */
interface SyncManager {
  register(tag: string): Promise<void>
}

/** A registration in a browser with Background Sync; Firefox and Safari lack it (fault 24). */
type WithSync = ServiceWorkerRegistration & { readonly sync: SyncManager }

function hasSync(registration: ServiceWorkerRegistration): registration is WithSync {
  return 'sync' in registration
}

/** Looked up in advance, because a page that is being closed has no time to wait for it. */
let registered: ServiceWorkerRegistration | null = null
if ('serviceWorker' in navigator && navigator.serviceWorker !== undefined) {
  navigator.serviceWorker.ready.then(
    (registration) => {
      registered = registration
    },
    () => undefined,
  )
}

/**
 * Registers a background sync, in which the worker drains the queues. Without a worker or Background Sync, or if the browser
 * refuses, only pages drain.
 */
export function requestDrainInBackground(): void {
  if (registered !== null && hasSync(registered)) registered.sync.register(SYNC_TAG).catch(() => undefined)
}
