/** Background Sync, which TypeScript's libraries leave out (https://wicg.github.io/background-sync/spec/). */
interface SyncEvent extends ExtendableEvent {
  readonly tag: string
}

interface ServiceWorkerGlobalScopeEventMap {
  readonly sync: SyncEvent
}

/** Routes past the worker (https://w3c.github.io/ServiceWorker/#dom-installevent-addroutes); not in every browser. */
interface InstallEvent extends ExtendableEvent {
  addRoutes?(rule: {
    readonly condition: { readonly urlPattern: { readonly pathname: string } }
    readonly source: 'network'
  }): Promise<void>
}
