import { API_PATH } from '#contract/protocol'

/** One file of the app, as the build lists it. */
export interface AppFile {
  readonly url: string
  /** The hash that its content must have (https://www.w3.org/TR/SRI/). */
  readonly integrity: string
}

/** The page for every screen. The server sends it as it was built, so that it has a hash to check. */
const PAGE = '/app-shell.html'

/**
 * Not Workbox's default name: earlier versions of the app kept their files under that one without checking hashes, and
 * what stands there may be a captive portal's.
 */
const CACHE = 'app-files'
/** Caches of the page's own, which the worker leaves alone. */
const PAGE_CACHES = 'geek-'

/** The part of its content type that tells what a file is: no browser runs a script that comes as text. */
function expectedType(url: string): string {
  const extension = /[^.]*$/.exec(url)?.[0] ?? ''
  return extension === 'js' ? 'javascript' : extension
}

/** A file under its hash: one that was kept by an earlier version, or an interrupted install, is not fetched again. */
function keyOf({ url, integrity }: AppFile): string {
  return `${url}?${encodeURIComponent(integrity)}`
}

async function keepFile(cache: Cache, file: AppFile): Promise<void> {
  const key = keyOf(file)
  if ((await cache.match(key)) !== undefined) return
  // The browser's own cache may hold a portal's answer for as long as the portal asked for.
  const response = await fetch(file.url, { integrity: file.integrity, cache: 'no-cache', redirect: 'error' })
  // A hash covers the content alone.
  const type = response.headers.get('content-type') ?? ''
  if (!response.ok || !type.includes(expectedType(file.url)))
    throw new Error(`${file.url} came with ${response.status} as ${type}`)
  await cache.put(key, response)
}

async function install(files: readonly AppFile[]): Promise<void> {
  const cache = await caches.open(CACHE)
  // One after the other: a hall full of phones that update must not hold up anybody's calls.
  for (const file of files) await keepFile(cache, file)
}

async function deleteWhatIsOver(files: readonly AppFile[]): Promise<void> {
  const names = (await caches.keys()).filter((name) => name !== CACHE && !name.startsWith(PAGE_CACHES))
  await Promise.all(names.map((name) => caches.delete(name)))
  const cache = await caches.open(CACHE)
  const current = new Set(files.map((file) => new URL(keyOf(file), location.href).href))
  await Promise.all((await cache.keys()).filter(({ url }) => !current.has(url)).map((key) => cache.delete(key)))
}

/** Whether a request opens one of the app's screens, all of which are the one page. */
function isScreen({ mode, url }: Request): boolean {
  const { pathname } = new URL(url)
  return mode === 'navigate' && pathname !== API_PATH && !pathname.startsWith(`${API_PATH}/`)
}

/** The kept file, or the network where somebody emptied the cache: then as without a worker. */
async function answer(key: string, request: Request): Promise<Response> {
  const kept = await caches.open(CACHE).then(
    (cache) => cache.match(key),
    () => undefined,
  )
  return kept ?? (await fetch(request))
}

/**
 * Keeps the app for starts without a network. The version is installed only if every file comes with its expected hash;
 * otherwise it is discarded, and the version that runs stays. Nothing enters the cache except while a version is installed.
 */
export function keepFiles(worker: ServiceWorkerGlobalScope, listed: readonly AppFile[]): void {
  const files = listed.map(({ url, integrity }) => ({ url: `/${url.replace(/^\//, '')}`, integrity }))
  const keys = new Map(files.map((file) => [file.url, keyOf(file)]))
  worker.addEventListener('install', (event) => event.waitUntil(install(files)))
  worker.addEventListener('activate', (event) => event.waitUntil(deleteWhatIsOver(files)))
  worker.addEventListener('fetch', (event) => {
    const { request } = event
    if (request.method !== 'GET') return
    const { origin, pathname } = new URL(request.url)
    const key = (origin === location.origin ? keys.get(pathname) : undefined) ?? (isScreen(request) ? keys.get(PAGE) : undefined)
    if (key !== undefined) event.respondWith(answer(key, request))
  })
}
