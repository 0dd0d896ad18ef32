/** Background Sync, which TypeScript's libraries do not declare (https://wicg.github.io/background-sync/spec/). */
interface SyncEvent extends ExtendableEvent {
  readonly tag: string
}

interface ServiceWorkerGlobalScopeEventMap {
  readonly sync: SyncEvent
}

/** Static routes that bypass the worker, in some browsers (https://w3c.github.io/ServiceWorker/#dom-installevent-addroutes). */
interface InstallEvent extends ExtendableEvent {
  addRoutes?(rule: {
    readonly condition: { readonly urlPattern: { readonly pathname: string } }
    readonly source: 'network'
  }): Promise<void>
}
