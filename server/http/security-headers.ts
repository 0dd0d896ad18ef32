import { createHash } from 'node:crypto'

const HSTS_SECONDS = 365 * 24 * 3600

const sha256 = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** The contents of the page's inline elements of one kind. */
function inlineOf(tag: 'script' | 'style', page: string): string[] {
  return [...page.matchAll(new RegExp(`<${tag}>(.*?)</${tag}>`, 'gs'))].map(([, content = '']) => content)
}

/**
 * Inline scripts and styles are allowed by their hash. The toast library adds a style at run time, first empty and then with its
 * text. Style attributes are allowed: they are in the copy of a card that is shown before the scripts run, and they can load nothing
 * from elsewhere. The decoder of QR codes is WebAssembly, which is allowed without allowing eval. Texts become HTML or scripts
 * only through a policy, and the only one allows workers of this site (`src/own-scripts.ts`).
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
 * The headers of every response, as constants: a header library costs more than half of the server's throughput. `page` is the app's
 * page as it is sent, empty if there is none; `libraryStyles` are what its libraries add.
 */
export function securityHeaders(publicUrl: URL, page: string, libraryStyles: readonly string[] = []): Record<string, string> {
  const headers: Record<string, string> = {
    'content-security-policy': contentSecurityPolicy(page, libraryStyles),
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
