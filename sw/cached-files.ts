import { holdsToken } from '#contract/page'
import { API_PATH, HEALTH_PATH, METRICS_PATH, READY_PATH } from '#contract/protocol'
import { readyPage } from './ready-page'

/** A file of the app, as listed by the build. */
export interface AppFile {
  /** Its path without a slash in front. */
  readonly url: string
  /** The hash that its content must have (https://www.w3.org/TR/SRI/). */
  readonly integrity: string
}

/**
 * The page for every screen. The server sends it exactly as built, so that its hash can be checked.
 */
const PAGE = '/app-shell.html'

/**
 * Not Workbox's default name: earlier versions of the app stored files there without checking
 * hashes, so its content may come from a captive portal.
 */
const CACHE = 'app-files'
/** The prefix of caches that belong to the page. The worker does not delete them. */
const PAGE_CACHES = 'geek-'

/** The content type that a file must have. Browsers refuse to run a script served as text. */
function expectedType(url: string): string {
  const extension = url.slice(url.lastIndexOf('.') + 1)
  return extension === 'js' ? 'javascript' : extension
}

/** The two QR decoders. A device uses only one (src/scanner/decoder.ts). */
const FOR_WEB_ASSEMBLY = /\/decoder-worker-|\.wasm$/
const WITHOUT_WEB_ASSEMBLY = /\/plain-decoder-worker-/

/**
 * True for the files that every device needs and for the decoder that this device can run. The
 * other decoder is cached on request.
 */
const isKeptAtOnce = ({ url }: AppFile) =>
  !(typeof WebAssembly === 'object' ? WITHOUT_WEB_ASSEMBLY : FOR_WEB_ASSEMBLY).test(url)

/**
 * The cache key includes the hash, so that unchanged files of an earlier version or interrupted
 * install are not refetched.
 */
function keyOf({ url, integrity }: AppFile): string {
  return `${url}?${encodeURIComponent(integrity)}`
}

async function cacheFile(cache: Cache, file: AppFile): Promise<void> {
  const key = keyOf(file)
  if ((await cache.match(key)) !== undefined) return
  // Bypass the HTTP cache: it may hold a captive portal's response for as long as the portal asked.
  const response = await fetch(file.url, {
    integrity: file.integrity,
    cache: 'no-cache',
    redirect: 'error',
  })
  // The hash covers only the content.
  const type = response.headers.get('content-type') ?? ''
  if (!response.ok || !type.includes(expectedType(file.url)))
    throw new Error(`${file.url} came with ${response.status} as ${type}`)
  await cache.put(key, response)
}

async function install(files: readonly AppFile[]): Promise<void> {
  const cache = await caches.open(CACHE)
  // One at a time, so that a hall full of updating phones does not slow down calls.
  for (const file of files.filter(isKeptAtOnce)) await cacheFile(cache, file)
}

async function deleteOutdated(files: readonly AppFile[]): Promise<void> {
  const names = (await caches.keys()).filter(
    (name) => name !== CACHE && !name.startsWith(PAGE_CACHES),
  )
  await Promise.all(names.map((name) => caches.delete(name)))
  const cache = await caches.open(CACHE)
  const current = new Set(files.map((file) => new URL(keyOf(file), location.href).href))
  await Promise.all(
    (await cache.keys()).filter(({ url }) => !current.has(url)).map((key) => cache.delete(key)),
  )
}

/** Paths that the server answers itself. */
const SERVICE_PATHS: ReadonlySet<string> = new Set([
  API_PATH,
  HEALTH_PATH,
  READY_PATH,
  METRICS_PATH,
])

/** True if a request opens one of the app's screens, which all share one page. */
function isScreen({ mode, url }: Request): boolean {
  const { pathname } = new URL(url)
  const isServers = SERVICE_PATHS.has(pathname) || pathname.startsWith(`${API_PATH}/`)
  return mode === 'navigate' && !isServers
}

/**
 * Forbids storing the page of a sign-in link, as the server does, because its address holds the
 * token.
 */
function notStored(page: Response): Response {
  const headers = new Headers(page.headers)
  headers.set('cache-control', 'no-store')
  headers.delete('etag')
  return new Response(page.body, { status: page.status, headers })
}

/** A cached file; undefined if the cache was cleared. */
async function findCached(file: AppFile | undefined): Promise<Response | undefined> {
  if (file === undefined) return undefined
  return await caches.match(keyOf(file), { cacheName: CACHE }).catch(() => undefined)
}

/** Fetches a file that was not installed, and caches it on first use. */
async function findOrKeep(file: AppFile): Promise<Response | undefined> {
  const cached = await findCached(file)
  if (cached !== undefined) return cached
  await caches
    .open(CACHE)
    .then(async (cache) => await cacheFile(cache, file))
    .catch(() => undefined)
  return await findCached(file)
}

/**
 * Caches the app's files, so that the app starts offline. The browser installs a version only if
 * every file has its expected hash; otherwise it discards the version, and the current one stays.
 */
export function cacheFiles(worker: ServiceWorkerGlobalScope, listed: readonly AppFile[]): void {
  const files = listed.map(({ url, integrity }) => ({ url: `/${url}`, integrity }))
  const byPath = new Map(files.map((file) => [file.url, file]))
  worker.addEventListener('install', (event) => event.waitUntil(install(files)))
  worker.addEventListener('activate', (event) => event.waitUntil(deleteOutdated(files)))
  worker.addEventListener('fetch', (event) => {
    const { request } = event
    if (request.method !== 'GET') return
    const { origin, pathname } = new URL(request.url)
    const file = origin === location.origin ? byPath.get(pathname) : undefined
    const find = (path: string) => findCached(byPath.get(path))
    const cached =
      file !== undefined
        ? isKeptAtOnce(file)
          ? findCached(file)
          : findOrKeep(file)
        : isScreen(request)
          ? readyPage(request.url, find(PAGE), find)
          : null
    if (cached === null) return
    event.respondWith(
      cached.then((response) => {
        if (response === undefined) return fetch(request)
        return holdsToken(pathname) ? notStored(response) : response
      }),
    )
  })
}
