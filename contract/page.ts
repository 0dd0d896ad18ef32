/**
 * A screen included in the HTML so that it shows before the scripts run: prerendered by the build,
 * or stored at the last visit.
 */
export interface ReadyScreen {
  readonly title: string
  readonly html: string
}

/** The comment in `index.html` that a ready screen replaces. */
export const SCREEN_SLOT = '<!--screen-->'

/**
 * Prerendered screens by path. Signed-in people do not get the visitors' screens, which would
 * redirect them at once.
 */
const PUBLIC_SCREENS: Readonly<
  Record<string, { readonly file: string; readonly visitorsOnly: boolean }>
> = {
  '/': { file: 'landing', visitorsOnly: true },
  '/login': { file: 'sign-in', visitorsOnly: true },
  '/auth/login': { file: 'sign-in', visitorsOnly: true },
  '/auth/register': { file: 'register', visitorsOnly: true },
  '/uvijeti': { file: 'terms', visitorsOnly: false },
  '/pristupacnost': { file: 'accessibility', visitorsOnly: false },
}
export type PublicScreen = (typeof PUBLIC_SCREENS)[string]

/** Build folder of the screens. */
export const SCREENS_FOLDER = 'screens'

/** The prerendered screen at an address; null if there is none. */
export function publicScreenAt(pathname: string): PublicScreen | null {
  return Object.hasOwn(PUBLIC_SCREENS, pathname) ? (PUBLIC_SCREENS[pathname] ?? null) : null
}

/**
 * Whether an address holds a token (a sign-in link or an invitation), so that no cache may store
 * its page. All spellings of a path (`/%6c/…`, `/L/…`, `//l//…`) lead to the same screen. When in
 * doubt, returns true.
 */
export function holdsToken(pathname: string): boolean {
  const plain = pathname.replace(/%[2-7][\da-f]/gi, (code) =>
    String.fromCharCode(Number.parseInt(code.slice(1), 16)),
  )
  return /\/[lt]\/+[^/]/i.test(plain)
}

/** Every prerendered screen with its address. */
export function publicScreens(): readonly (PublicScreen & { readonly path: string })[] {
  const all = Object.entries(PUBLIC_SCREENS).map(([path, screen]) => ({ path, ...screen }))
  // '/login' only redirects.
  return all.filter(({ path }) => path !== '/login')
}

/**
 * The value of `type` or `rel` for elements that no browser fetches by itself: a script in the
 * page's head starts them after the first paint (index.html).
 */
export const AFTER_PAINT = 'after-paint'

/**
 * Inserts a screen into the page. Makes the app's scripts wait for the first paint, which they
 * would delay.
 */
export function putScreen(page: string, { title, html }: ReadyScreen): string {
  return page
    .replace(/<title>.*?<\/title>/s, () => `<title>${title}</title>`)
    .replace('rel="modulepreload"', `rel="${AFTER_PAINT}"`)
    .replace('type="module"', `type="${AFTER_PAINT}"`)
    .replace(SCREEN_SLOT, () => html)
}

/** The service worker's URL, which must be the same in every version. */
export const WORKER_FILE = '/sw.js'

/** Message to a waiting worker: the user has accepted the new version. */
export const TAKE_OVER = 'take-over'
