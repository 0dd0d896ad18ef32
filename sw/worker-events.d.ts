/**
 * Background Sync, which TypeScript's libraries do not declare
 * (https://wicg.github.io/background-sync/spec/).
 */
interface SyncEvent extends ExtendableEvent {
  readonly tag: string
}

interface ServiceWorkerGlobalScopeEventMap {
  readonly sync: SyncEvent
}
