import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import * as v from 'valibot'
import {
  isSignInLink,
  publicScreenAt,
  putLinks,
  putScreen,
  type ReadyScreen,
  SCREENS_FOLDER,
  signedInLinksAt,
} from '#contract/page'
import { escapeHtml } from '#texts/escape-html'
import { chooseEncoding, type Encoding, sendBody } from './answers'
import type { Answerer } from './routes'
import { readSessionToken } from './session-cookie'

/** The built page, which still has a placeholder for the server's address. */
export const PAGE_FILE = 'index.html'

const readyScreen = v.object({ title: v.string(), html: v.string() })

interface Representation {
  readonly body: Buffer
  readonly etag: string
}

const COMPRESS: Readonly<Record<Encoding, (body: Buffer) => Buffer>> = {
  br: brotliCompressSync,
  gzip: (body) => gzipSync(body, { level: 9 }),
  identity: (body) => body,
}

/** The link to the canonical address, which is right only on the landing screen. */
const CANONICAL_LINK = /\s*<link\s+rel="canonical"[^>]*>/

function represent(html: string): Readonly<Record<Encoding, Representation>> {
  const body = Buffer.from(html)
  const hash = createHash('sha256').update(body).digest('base64url').slice(0, 22)
  const as = (encoding: Encoding) => ({ body: COMPRESS[encoding](body), etag: `"${hash}-${encoding}"` })
  return { br: as('br'), gzip: as('gzip'), identity: as('identity') }
}

function isUnchanged(ifNoneMatch: string | undefined, etag: string): boolean {
  const known = (ifNoneMatch ?? '').split(',').map((entry) => entry.trim().replace(/^W\//, ''))
  return known.includes(etag) || known.includes('*')
}

function sender(html: string, vary = 'accept-encoding'): Answerer {
  const representations = represent(html)
  return (request, response) => {
    const { url = '', headers: asked } = request
    const encoding = chooseEncoding(asked['accept-encoding'])
    const { body, etag } = representations[encoding]
    // A cache stores a page under its address, and a sign-in link's holds the token.
    const isStored = !isSignInLink(addressOf(url).pathname)
    const headers = ['vary', vary, ...(isStored ? ['etag', etag, 'cache-control', 'no-cache'] : ['cache-control', 'no-store'])]
    if (isStored && isUnchanged(asked['if-none-match'], etag)) {
      response.writeHead(304, headers).end()
      return
    }
    if (encoding !== 'identity') headers.push('content-encoding', encoding)
    sendBody(response, 200, [...headers, 'content-type', 'text/html; charset=utf-8'], body)
  }
}

/**
 * Reads the built page and fills in the server's public address: share tags must be absolute, and one build runs at any
 * address.
 */
export function readPage(directory: string, publicUrl: URL): string {
  return readFileSync(join(directory, PAGE_FILE), 'utf8').replaceAll('%PUBLIC_URL%', () => escapeHtml(publicUrl.origin))
}

/** Sends one page to visitors, another to a browser that has a session, valid or not. */
function senderBySession(visitor: string, signedIn: string): Answerer {
  const vary = 'accept-encoding, cookie'
  const [toVisitor, toSignedIn] = [sender(visitor, vary), sender(signedIn, vary)]
  return (request, response) => (readSessionToken(request.headers.cookie) === null ? toVisitor : toSignedIn)(request, response)
}

/** The screens that the build made, by file. */
function readScreens(directory: string): ReadonlyMap<string, ReadyScreen> {
  const folder = join(directory, SCREENS_FOLDER)
  const files = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.json')) : []
  const read = (name: string) => v.parse(readyScreen, JSON.parse(readFileSync(join(folder, name), 'utf8')))
  return new Map(files.map((name) => [name.replace('.json', ''), read(name)]))
}

/**
 * Answers with the page for any screen's address: with what the build made of the screen, or with the loader. Who is signed in shall
 * not see a visitors' screen flash.
 */
export function pageSender(html: string, directory: string): Answerer {
  const screens = readScreens(directory)
  const senders = new Map<string, Answerer>()
  const plain = html.replace(CANONICAL_LINK, '')
  function senderAt(pathname: string, search: string): Answerer {
    // Only the landing screen's own address has a canonical link.
    const page = pathname === '/' ? html : plain
    const place = publicScreenAt({ pathname, search })
    const [screen, links] = [place === null ? undefined : screens.get(place.file), screens.get(signedInLinksAt(pathname))]
    const visitor = screen === undefined ? page : putScreen(page, screen)
    if (place?.visitorsOnly === false) return sender(visitor)
    return senderBySession(visitor, links === undefined ? page : putLinks(page, links))
  }
  return (request, response) => {
    const { pathname, search } = addressOf(request.url ?? '')
    const place = publicScreenAt({ pathname, search })
    const key = `${pathname === '/'} ${place?.file ?? ''} ${signedInLinksAt(pathname)}`
    const known = senders.get(key) ?? senderAt(pathname, search)
    senders.set(key, known)
    return known(request, response)
  }
}

/** The parts of a request's address, which begins with a slash; it may be none that `URL` reads. */
function addressOf(url: string): { pathname: string; search: string } {
  const end = url.indexOf('?')
  return end === -1 ? { pathname: url, search: '' } : { pathname: url.slice(0, end), search: url.slice(end) }
}
