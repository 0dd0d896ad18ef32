import { createHash } from 'node:crypto'

const HSTS_SECONDS = 365 * 24 * 3600

/**
 * Constants, because a header library costs more than half of the server's throughput.
 * Styles need 'unsafe-inline' because the page has an inline one and the toast library adds one at run time. Scripts do not: the
 * page's short inline one is allowed by its hash. The decoder of QR codes is WebAssembly, which is allowed without allowing
 * eval.
 */
function contentSecurityPolicy(page: string): string {
  return [
    "default-src 'self'",
    ["script-src 'self' 'wasm-unsafe-eval'", ...inlineScriptHashes(page)].join(' '),
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}

function inlineScriptHashes(page: string): string[] {
  const hash = (script: string) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`
  return [...page.matchAll(/<script>(.*?)<\/script>/gs)].map(([, script = '']) => hash(script))
}

/** The headers of every response. `page` is the app's page as it is sent; empty if there is none. */
export function securityHeaders(publicUrl: URL, page: string): Record<string, string> {
  const headers: Record<string, string> = {
    'content-security-policy': contentSecurityPolicy(page),
    // A sign-in link has its token in the URL, which no request may pass on.
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(self), geolocation=(), microphone=(), payment=(), usb=()',
  }
  if (publicUrl.protocol === 'https:') headers['strict-transport-security'] = `max-age=${HSTS_SECONDS}`
  return headers
}
