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

/** Known before it is needed: a page that is being closed has no time to wait for it. */
let registered: ServiceWorkerRegistration | null = null
if ('serviceWorker' in navigator && navigator.serviceWorker !== undefined) {
  navigator.serviceWorker.ready.then(
    (registration) => {
      registered = registration
    },
    () => undefined,
  )
}

/** Asks the browser to have the worker drain the outbox. Without a worker or Background Sync, or where it is refused, the page alone drains. */
export function requestDrainInBackground(): void {
  if (registered !== null && hasSync(registered)) registered.sync.register(OUTBOX_SYNC_TAG).catch(() => undefined)
}
