/** The name under which the browser wakes the worker once there is a network. */
export const OUTBOX_SYNC_TAG = 'geek-outbox'

/** Background Sync, which TypeScript's libraries leave out (https://wicg.github.io/background-sync/spec/). */
interface SyncManager {
  register(tag: string): Promise<void>
}

/** A registration whose browser has Background Sync; Firefox and Safari have none (fault 24). */
type WithSync = ServiceWorkerRegistration & { readonly sync: SyncManager }

function hasSync(registration: ServiceWorkerRegistration): registration is WithSync {
  return 'sync' in registration
}

/** Asks the browser to have the worker drain the outbox. Without a worker or Background Sync, or where it is refused, the page alone drains. */
export function requestDrainInBackground(): void {
  if (!('serviceWorker' in navigator)) return
  navigator.serviceWorker
    .getRegistration()
    .then((registration) =>
      registration?.active != null && hasSync(registration) ? registration.sync.register(OUTBOX_SYNC_TAG) : undefined,
    )
    .catch(() => undefined)
}
