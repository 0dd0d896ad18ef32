import { PrecacheController, type PrecacheEntry } from 'workbox-precaching'
import { API_PATH } from '#contract/protocol'

/** The page for every screen. The server sends it as it was built, so that it has a hash to check. */
const PAGE = '/app-shell.html'

/**
 * Not Workbox's default name: earlier versions of the app kept their files under that one without checking hashes, and
 * what stands there may be a captive portal's.
 */
const CACHE = 'app-files'

/** The part of its content type that tells what a file is: no browser runs a script that comes as text. */
function expectedType(url: string): string {
  const extension = /[^.]*$/.exec(new URL(url).pathname)?.[0] ?? ''
  return extension === 'js' ? 'javascript' : extension
}

const files = new PrecacheController({
  cacheName: CACHE,
  // Nothing enters the cache except while a version is installed.
  fallbackToNetwork: false,
  plugins: [
    {
      // The browser's own cache may hold a portal's answer for as long as the portal asked for.
      requestWillFetch: async ({ request }) => new Request(request, { cache: 'no-cache', redirect: 'error' }),
      // A hash covers the content alone.
      cacheWillUpdate: async ({ request, response }) => {
        const type = response.headers.get('content-type') ?? ''
        return response.ok && type.includes(expectedType(request.url)) ? response : null
      },
    },
  ],
})

async function deleteOtherCaches(): Promise<void> {
  const others = (await caches.keys()).filter((name) => name !== CACHE)
  await Promise.all(others.map((name) => caches.delete(name)))
}

/**
 * Keeps the app for starts without a network. The version is installed only if every file comes with its expected hash
 * (`integrity`); otherwise it is discarded, and the version that runs stays.
 */
export function keepFiles(worker: ServiceWorkerGlobalScope, entries: PrecacheEntry[]): void {
  files.precache(entries)
  worker.addEventListener('activate', (event) => event.waitUntil(deleteOtherCaches()))
  worker.addEventListener('fetch', (event) => {
    const { request } = event
    if (request.method !== 'GET') return
    const cacheKey = files.getCacheKeyForURL(request.url) ?? (isScreen(request) ? files.getCacheKeyForURL(PAGE) : undefined)
    if (cacheKey === undefined) return
    const kept = files.strategy.handle({ event, request, params: { cacheKey } })
    // Missing only where somebody emptied the cache: then as without a worker.
    event.respondWith(kept.catch(() => fetch(request)))
  })
}

/** Whether a request opens one of the app's screens, all of which are the one page. */
function isScreen({ mode, url }: Request): boolean {
  const { pathname } = new URL(url)
  return mode === 'navigate' && pathname !== API_PATH && !pathname.startsWith(`${API_PATH}/`)
}
