import { clientsClaim } from 'workbox-core'
import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { API_PATH } from '#contract/protocol'
import { drainInBackground } from '../src/offline/background-drain'
import { OUTBOX_SYNC_TAG } from '../src/offline/background-sync'
import { TAKE_OVER } from '../src/pwa/take-over'

declare const self: ServiceWorkerGlobalScope & { readonly __WB_MANIFEST: Parameters<typeof precacheAndRoute>[0] }

// The whole app, each file under the hash of its content; what an earlier version left behind goes.
precacheAndRoute(self.__WB_MANIFEST)
cleanupOutdatedCaches()

// Every screen is the one page. The API goes past the worker: what it answers is true only once.
registerRoute(new NavigationRoute(createHandlerBoundToURL('/index.html'), { denylist: [new RegExp(`^${API_PATH}(/|\\?|$)`)] }))

// … and does not even wake it, where the browser knows that way: hundreds of waiting awards go out quicker.
self.addEventListener('install', (event: InstallEvent) => {
  void event.addRoutes?.({ condition: { urlPattern: { pathname: API_PATH } }, source: 'network' })
})

// A page that opened before there was a worker gets this one, and is ready for a start without a network.
clientsClaim()

// A new version waits until a person wants it.
self.addEventListener('message', ({ data }) => {
  if (data === TAKE_OVER) void self.skipWaiting()
})

// Awards go out as soon as there is a network, also after their page was closed.
self.addEventListener('sync', (event) => {
  if (event.tag === OUTBOX_SYNC_TAG) event.waitUntil(drainInBackground())
})
