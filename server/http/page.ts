import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { Negotiator } from '@fastify/accept-negotiator'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { escapeHtml } from '#lib/escape-html'

/** The built page, which still has a placeholder for the server's address. */
export const PAGE_FILE = 'index.html'

/** Responds with the app's page, or with 304 if the browser has it. */
export type SendPage = (request: FastifyRequest, reply: FastifyReply) => FastifyReply

interface Representation {
  readonly body: Buffer
  readonly etag: string
}

const ENCODINGS = ['br', 'gzip', 'identity'] as const
type Encoding = (typeof ENCODINGS)[number]

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

const negotiator = new Negotiator<Encoding>({ supportedValues: [...ENCODINGS] })

/** The client's preferred encoding; among equals the smallest. The library compares names case-sensitively. */
function chooseEncoding(acceptEncoding = ''): Encoding {
  return negotiator.negotiate(acceptEncoding.toLowerCase()) ?? 'identity'
}

function isUnchanged(ifNoneMatch: string | undefined, etag: string): boolean {
  const known = (ifNoneMatch ?? '').split(',').map((entry) => entry.trim().replace(/^W\//, ''))
  return known.includes(etag) || known.includes('*')
}

const SIGN_IN_LINK = /^\/l\//

function sender(html: string): SendPage {
  const representations = represent(html)
  return (request, reply) => {
    const encoding = chooseEncoding(request.headers['accept-encoding'])
    const { body, etag } = representations[encoding]
    void reply.header('vary', 'accept-encoding')
    // A cache stores a page under its address, and a sign-in link's holds the token.
    const isStored = !SIGN_IN_LINK.test(request.url)
    void reply.headers(isStored ? { etag, 'cache-control': 'no-cache' } : { 'cache-control': 'no-store' })
    if (isStored && isUnchanged(request.headers['if-none-match'], etag)) return reply.code(304).send()
    if (encoding !== 'identity') void reply.header('content-encoding', encoding)
    return reply.type('text/html; charset=utf-8').send(body)
  }
}

/**
 * Reads the built page and fills in the server's public address: share tags must be absolute, and one build runs at any
 * address.
 */
export function readPage(directory: string, publicUrl: URL): string {
  return readFileSync(join(directory, PAGE_FILE), 'utf8').replaceAll('%PUBLIC_URL%', () => escapeHtml(publicUrl.origin))
}

/** Responds with the page, as the landing screen or as any other. */
export function pageSenders(html: string): { landing: SendPage; screen: SendPage } {
  return { landing: sender(html), screen: sender(html.replace(CANONICAL_LINK, '')) }
}
