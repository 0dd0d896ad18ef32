import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import mime from 'mime/lite'
import * as v from 'valibot'
import { fillNames, type HostNames } from '#contract/names'
import { holdsToken, publicScreenAt, putScreen, SCREENS_FOLDER, WORKER_FILE } from '#contract/page'
import { escapeHtml } from '#texts/escape-html'
import { TransportRefusal } from '../refusal'
import { chooseEncoding, ENCODINGS, type Encoding } from './answers'
import { readSessionToken } from './security'

/** The built page, with unfilled markers for the server's address and names. */
const PAGE_FILE = '/index.html'
/** The file endings of the compressed copies that the build makes. */
const ENDINGS = { br: '.br', gzip: '.gz', identity: '' } as const
const YEAR_S = 365 * 24 * 3600

/**
 * A file or page in memory, in all its encodings, so that no request reads or compresses anything.
 */
interface Resource {
  readonly bodies: ReadonlyMap<Encoding, Buffer>
  readonly hash: string
  readonly headers: {
    readonly vary: string
    readonly 'cache-control': string
    readonly 'content-type': string
  }
}

function resource(bodies: ReadonlyMap<Encoding, Buffer>, headers: Resource['headers']): Resource {
  const hash = createHash('sha256').update(bodies.get('identity') ?? '')
  return { bodies, hash: hash.digest('base64url').slice(0, 22), headers }
}

/**
 * Whether the browser has this file already. Compares the ETag alone, because a captive portal's
 * response in the browser's cache may have a later date than our file.
 */
function isUnchanged(ifNoneMatch: string | undefined, etag: string): boolean {
  const known = (ifNoneMatch ?? '').split(',').map((entry) => entry.trim().replace(/^W\//, ''))
  return known.includes(etag) || known.includes('*')
}

function send(request: FastifyRequest, reply: FastifyReply, { bodies, hash, headers }: Resource) {
  const encoding = chooseEncoding(request.headers['accept-encoding'], [...bodies.keys()])
  const body = bodies.get(encoding) ?? Buffer.alloc(0)
  const etag = `"${hash}-${encoding}"`
  const { 'content-type': type, ...caching } = headers
  reply.headers(caching)
  if (headers['cache-control'] !== 'no-store') reply.header('etag', etag)
  if (reply.hasHeader('etag') && isUnchanged(request.headers['if-none-match'], etag))
    return reply.code(304).send()
  reply.header('content-type', type)
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return reply.send(body)
}

/**
 * Built files with a hash of their content in their name are cached for ever; others are
 * revalidated.
 */
function cacheControl(path: string): string {
  return path.startsWith('/assets/') ? `public, max-age=${YEAR_S}, immutable` : 'no-cache'
}

function contentType(path: string): string {
  const type = mime.getType(path) ?? 'application/octet-stream'
  return /^text\/|json$|xml$/.test(type) ? `${type}; charset=utf-8` : type
}

const inJson = (text: string) => JSON.stringify(text).slice(1, -1)

/** The built files that have markers for names, and how a name is encoded in them. */
const NAMED_FILES: readonly { readonly path: RegExp; readonly write: (name: string) => string }[] =
  [
    { path: /^\/app-shell\.html$/, write: escapeHtml },
    {
      path: new RegExp(`^/${SCREENS_FOLDER}/[^/]+\\.json$`),
      write: (name) => inJson(escapeHtml(name)),
    },
    { path: /^\/manifest\.webmanifest$/, write: inJson },
  ]

/**
 * Formats the hash of a file's content as the worker's list does (`scripts/expected-hashes.ts`).
 */
const integrityOf = (content: string) =>
  `sha256-${createHash('sha256').update(content).digest('base64')}`

/**
 * Fills the names into built files with markers, and the resulting hashes into the worker's file.
 * The worker then installs exactly these files, as in any update (fault 29).
 */
function fillFiles(
  directory: string,
  paths: readonly string[],
  names: HostNames,
): ReadonlyMap<string, string> {
  const read = (path: string) => readFileSync(join(directory, path), 'utf8')
  const filled = new Map<string, string>()
  let worker = paths.includes(WORKER_FILE) ? read(WORKER_FILE) : null
  for (const { path, write } of NAMED_FILES) {
    for (const file of paths.filter((one) => path.test(one))) {
      const built = read(file)
      const named = fillNames(built, names, write)
      filled.set(file, named)
      worker = worker?.replaceAll(integrityOf(built), integrityOf(named)) ?? null
    }
  }
  return worker === null ? filled : filled.set(WORKER_FILE, worker)
}

/** Reads the built files by path, except the page. */
function readFiles(directory: string, names: HostNames): ReadonlyMap<string, Resource> {
  const entries = readdirSync(directory, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  )
  const paths = entries.map(
    ({ parentPath, name }) =>
      `/${relative(directory, join(parentPath, name)).split(sep).join('/')}`,
  )
  const files = new Set(paths.filter((path) => !path.startsWith(PAGE_FILE)))
  const filled = fillFiles(directory, [...files], names)
  const readBodies = (path: string) => {
    const there = ENCODINGS.filter((encoding) => files.has(path + ENDINGS[encoding]))
    return new Map(
      there.map((encoding) => [encoding, readFileSync(join(directory, path + ENDINGS[encoding]))]),
    )
  }
  const read = (path: string) => {
    const text = filled.get(path)
    const headers = {
      vary: 'accept-encoding',
      'cache-control': cacheControl(path),
      'content-type': contentType(path),
    }
    return resource(text === undefined ? readBodies(path) : compressed(text), headers)
  }
  return new Map([...files].map((path) => [path, read(path)]))
}

/** Compresses filled texts at start, because the build does not know them. */
function compressed(text: string): ReadonlyMap<Encoding, Buffer> {
  const body = Buffer.from(text)
  return new Map([
    ['br', brotliCompressSync(body)],
    ['gzip', gzipSync(body, { level: 9 })],
    ['identity', body],
  ])
}

function pageOf(html: string, isForAll: boolean, cacheControl: string): Resource {
  const vary = isForAll ? 'accept-encoding' : 'accept-encoding, cookie'
  return resource(compressed(html), {
    vary,
    'cache-control': cacheControl,
    'content-type': 'text/html; charset=utf-8',
  })
}

const readyScreen = v.object({ title: v.string(), html: v.string() })
/** The canonical link, which is right only on the landing screen. */
const CANONICAL_LINK = /\s*<link\s+rel="canonical"[^>]*>/

/**
 * Returns a function that makes the page for an address: with its prerendered screen, or with the
 * loader. A browser that sends a session, valid or not, gets a page of its own, so that signed-in
 * people see no flash of a visitors' screen.
 */
function createPages(html: string, files: ReadonlyMap<string, Resource>) {
  const pages = new Map<string, Resource>()
  const plain = html.replace(CANONICAL_LINK, '')
  const findScreen = (file: string) => {
    const json = files.get(`/${SCREENS_FOLDER}/${file}.json`)?.bodies.get('identity')
    return json === undefined ? null : v.parse(readyScreen, JSON.parse(json.toString()))
  }

  /** Builds the page with a prerendered screen, if the build made one. */
  function compose(isLanding: boolean, file: string, isOfSession: boolean): string {
    // Only the landing screen's own address has a canonical link.
    const addressed = isLanding ? html : plain
    // With a session, the page requests its user at once (index.html).
    const page = isOfSession ? addressed.replace('<html', '<html data-session') : addressed
    const screen = findScreen(file)
    return screen === null ? page : putScreen(page, screen)
  }

  return (pathname: string, hasSession: boolean): Resource => {
    const place = publicScreenAt(pathname)
    const isForAll = place?.visitorsOnly === false
    const file = place === null || (hasSession && !isForAll) ? '' : place.file
    // Caches store pages by address, and a sign-in link's address holds the token.
    const cacheControl = holdsToken(pathname) ? 'no-store' : 'no-cache'
    const isOfSession = hasSession && !isForAll
    const key = [pathname === '/', file, cacheControl, isOfSession].join()
    const page =
      pages.get(key) ?? pageOf(compose(pathname === '/', file, isOfSession), isForAll, cacheControl)
    pages.set(key, page)
    return page
  }
}

/** Screens whose last path segment is an id or a token, which may contain a dot. */
const SCREEN_WITH_ID = /^\/+(d|l|s|t|qr)\/+/i

function isMissingFile(path: string): boolean {
  return path !== PAGE_FILE && !SCREEN_WITH_ID.test(path) && /\.[^/]*$/.test(path)
}

/**
 * Reads the built app from a folder, and fills in the address and the names under which this server
 * runs it. The page needs the address because share tags must have absolute addresses.
 */
export function readWebApp(directory: string, publicUrl: URL, names: HostNames) {
  const built = fillNames(readFileSync(join(directory, PAGE_FILE), 'utf8'), names, escapeHtml)
  const html = built.replaceAll('%PUBLIC_URL%', () => escapeHtml(publicUrl.origin))
  const files = readFiles(directory, names)
  const pageAt = createPages(html, files)
  return {
    html,
    /** Answers with a file; every other path is a screen and gets the app's page. */
    answer(request: FastifyRequest, reply: FastifyReply, path: string): FastifyReply {
      const file = files.get(path)
      if (file === undefined && isMissingFile(path)) throw new TransportRefusal('NOT_FOUND')
      return send(request, reply, file ?? pageAt(path, readSessionToken(request) !== null))
    },
  }
}
