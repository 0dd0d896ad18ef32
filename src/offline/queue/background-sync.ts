import { SYNC_TAG } from './background-drain'

declare global {
  interface ServiceWorkerRegistration {
    /** Background Sync, which Firefox and Safari lack (fault 24), and TypeScript (https://wicg.github.io/background-sync/spec/). */
    readonly sync?: { register(tag: string): Promise<void> }
  }
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
  registered?.sync?.register(SYNC_TAG).catch(() => undefined)
}
