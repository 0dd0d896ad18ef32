import { TAKE_OVER } from '#contract/page'
import { drainInBackground, endRunningDrain, SYNC_TAG } from '../src/offline/background'
import { type AppFile, cacheFiles } from './cached-files'
import { showNotices } from './notices'

declare const self: ServiceWorkerGlobalScope & { readonly __WB_MANIFEST: AppFile[] }

// The build injects the list of the app's files here.
cacheFiles(self, self.__WB_MANIFEST)
showNotices(self)

// The first worker also controls the page that registered it.
self.addEventListener('activate', () => void self.clients.claim())

// A new version waits until the user accepts it.
self.addEventListener('message', ({ data }) => {
  if (data !== TAKE_OVER) return
  endRunningDrain()
  void self.skipWaiting()
})

// Send waiting entries once there is a network, even if no page is open.
self.addEventListener('sync', (event) => {
  if (event.tag === SYNC_TAG) event.waitUntil(drainInBackground())
})
