import { createHash } from 'node:crypto'

const HSTS_SECONDS = 180 * 24 * 3600

/**
 * Set as constants: a header library costs more than half of the server's throughput.
 * Styles need 'unsafe-inline' because the page's own stands in it, and toasts add one while they run; scripts do not: the page's own short
 * one is named by its hash. The decoder of QR codes
 * is WebAssembly, which is allowed without allowing eval.
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

/** The headers of every answer. `page` is the app's own, as it is sent; empty where none is served. */
export function securityHeaders(publicUrl: URL, page: string): Record<string, string> {
  const headers: Record<string, string> = {
    'content-security-policy': contentSecurityPolicy(page),
    // A link's token stands in its address: no request may carry it on.
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
