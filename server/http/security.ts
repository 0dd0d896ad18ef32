import { createHash } from 'node:crypto'
import proxyAddress from '@fastify/proxy-addr'
import { parseCookie, stringifySetCookie } from 'cookie'
import type { FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'
import { API_PATH, SESSION_COOKIE, SIGN_IN_REQUEST_COOKIE } from '#contract/protocol'
import { SESSION_LIFETIME_MS, SIGN_IN_REQUEST_LIFETIME_MS } from '#rules/sign-in'
import { TransportRefusal } from '../refusal'

const HSTS_SECONDS = 365 * 24 * 3600

const sha256 = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** Returns the contents of the page's inline elements of one kind. */
function inlineOf(tag: 'script' | 'style', page: string): string[] {
  return [...page.matchAll(new RegExp(`<${tag}>(.*?)</${tag}>`, 'gs'))].map(
    ([, content = '']) => content,
  )
}

/**
 * Builds the policy. It allows the page's inline scripts and styles by hash, and:
 * - styles of libraries: the toast library adds a style at run time, first empty, then with its
 *   text;
 * - style attributes: the copy of a card shown before the scripts run has them, and they can load
 *   nothing from elsewhere;
 * - WebAssembly, without eval, for the QR decoder.
 *
 * Strings become HTML or scripts only through a Trusted Types policy. The only policy allows this
 * site's workers (`src/main.tsx`).
 */
function contentSecurityPolicy(page: string, libraryStyles: readonly string[]): string {
  const scripts = inlineOf('script', page).map(sha256)
  const styles = ['', ...inlineOf('style', page), ...libraryStyles].map(sha256)
  return [
    "default-src 'self'",
    ["script-src 'self' 'wasm-unsafe-eval'", ...scripts].join(' '),
    ["style-src 'self'", ...styles].join(' '),
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types default',
  ].join('; ')
}

/**
 * Builds the headers of every response, once: a header library, which builds them each time, takes
 * more than half of the server's throughput. `page` is the app's page as sent, empty if there is
 * none; `libraryStyles` are styles that its libraries add.
 */
export function securityHeaders(
  publicUrl: URL,
  page: string,
  libraryStyles: readonly string[] = [],
): Record<string, string> {
  const headers: Record<string, string> = {
    'content-security-policy': contentSecurityPolicy(page, libraryStyles),
    // A sign-in link's URL contains its token, which no request may leak.
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(self), geolocation=(), microphone=(), payment=(), usb=()',
  }
  if (publicUrl.protocol === 'https:')
    headers['strict-transport-security'] = `max-age=${HSTS_SECONDS}`
  return headers
}

/**
 * An address with its port. Proxies write an IPv6 address in brackets, and some write the client's
 * port after any address.
 */
const WITH_PORT = [/^\[([^\]]*)\](?::\w*)?$/, /^([\d.]+):\w*$/, /^((?:[^:]*:){7}[^:]*):\w*$/]

/**
 * Returns the bare address of an `X-Forwarded-For` entry, because another port or zone is not
 * another client. Returns other text unchanged.
 */
export function bareAddress(entry: string): string {
  const text = entry.replaceAll('"', '').trim()
  const readings = [text, ...WITH_PORT.flatMap((pattern) => pattern.exec(text)?.[1] ?? [])].map(
    (one) => one.replace(/%.*$/s, ''),
  )
  return readings.find((one) => ipaddr.isValid(one)) ?? entry
}

/**
 * Creates the check whether an address's `X-Forwarded-*` headers are trusted: only those of reverse
 * proxies that are on this machine or in the list.
 */
export function trustIn(proxies: readonly string[]): (address: string, hop: number) => boolean {
  const isTrusted = proxyAddress.compile(['loopback', ...proxies])
  // Contrary to its type, undefined if the socket is closed.
  return (address: string | undefined, hop) =>
    address !== undefined && isTrusted(bareAddress(address), hop)
}

/**
 * Returns the client's address, as a trusted proxy forwards it, if any; 'gone' if the client has
 * hung up.
 */
export function addressOf(request: FastifyRequest): string {
  // Contrary to its type, undefined if the socket is closed.
  const address: string | undefined = request.ip
  return address === undefined ? 'gone' : bareAddress(address)
}

function originOf(address: string): string | null {
  return URL.canParse(address) ? new URL(address).origin : null
}

/**
 * Refuses calls from pages of other sites: an Origin must be PUBLIC_URL's or have the request's own scheme and host. A call
 * without an Origin passes unless the browser declares it cross-site.
 */
export function assertOrigin({ headers, protocol }: FastifyRequest, publicUrl: URL): void {
  const { origin, host } = headers
  if (origin === undefined) {
    if (headers['sec-fetch-site'] === 'cross-site') throw new TransportRefusal('FORBIDDEN_ORIGIN')
    return
  }
  if (origin === publicUrl.origin) return
  const own = host === undefined ? null : originOf(`${protocol}://${host}`)
  if (own === null || originOf(origin) !== own) throw new TransportRefusal('FORBIDDEN_ORIGIN')
}

/** The shape of a `randomToken`. */
const REQUEST_TOKEN = /^[0-9a-z]{26}$/

/**
 * Matches our cookies. A page of a sibling domain can set a second cookie with the same name.
 * Nobody can tell which of the two is ours, so they count as none.
 */
const OURS = new RegExp(`(?:^|;)\\s*(${SESSION_COOKIE}|${SIGN_IN_REQUEST_COOKIE})\\s*(?==)`, 'g')

function readCookie(cookieHeader: string | undefined, name: string): string | null {
  if (cookieHeader === undefined) return null
  const sent = [...cookieHeader.matchAll(OURS)].filter((found) => found[1] === name)
  return (sent.length === 1 && parseCookie(cookieHeader)[name]) || null
}

/** Reads the session token, valid or not; null if there is none. */
export function readSessionToken({ headers }: FastifyRequest): string | null {
  return readCookie(headers.cookie, SESSION_COOKIE)
}

/** Reads the token of a browser that requested a code before; ignores tokens of other formats. */
export function readRequestToken({ headers }: FastifyRequest): string | null {
  const token = readCookie(headers.cookie, SIGN_IN_REQUEST_COOKIE)
  return token !== null && REQUEST_TOKEN.test(token) ? token : null
}

function setCookie(
  name: string,
  path: string,
  token: string | null,
  lifetimeMs: number,
  secure: boolean,
): string {
  const attributes = { name, path, httpOnly: true, sameSite: 'lax', secure } as const
  return token === null
    ? stringifySetCookie({ ...attributes, value: '', expires: new Date(0) })
    : stringifySetCookie({ ...attributes, value: token, maxAge: lifetimeMs / 1000 })
}

/** Builds the Set-Cookie value that identifies a browser that requested a code. */
export function signInRequestCookie(token: string, secure: boolean): string {
  return setCookie(SIGN_IN_REQUEST_COOKIE, API_PATH, token, SIGN_IN_REQUEST_LIFETIME_MS, secure)
}

/** Builds the Set-Cookie value that stores a session's token, or deletes it. */
export function sessionCookie(token: string | null, secure: boolean): string {
  return setCookie(SESSION_COOKIE, '/', token, SESSION_LIFETIME_MS, secure)
}
