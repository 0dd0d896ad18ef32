/** A screen that stands in the page before its scripts run: made by the build, or kept from the last visit. */
export interface ReadyScreen {
  readonly title: string
  readonly html: string
}

/** Where the page takes such a screen; the loader follows it. */
export const SCREEN_SLOT = '<!--screen-->'

/** Screens that the build makes, by path. Who is signed in is led on from the visitors' screens, so these are not shown to them. */
const PUBLIC_SCREENS: Readonly<Record<string, { readonly file: string; readonly visitorsOnly: boolean }>> = {
  '/': { file: 'landing', visitorsOnly: true },
  '/login': { file: 'sign-in', visitorsOnly: true },
  '/auth/login': { file: 'sign-in', visitorsOnly: true },
  '/auth/register': { file: 'register', visitorsOnly: true },
  '/uvijeti': { file: 'terms', visitorsOnly: false },
}
export type PublicScreen = (typeof PUBLIC_SCREENS)[string]

/** The folder of the build that holds the screens. */
export const SCREENS_FOLDER = 'screens'

/** Not a screen: what the loader's page takes for somebody who is signed in, so that their screens' scripts are fetched beside the first one. */
export const SIGNED_IN_LINKS = 'signed-in'

/** The screen at an address; null where scripts must say what is there. */
export function publicScreenAt({
  pathname,
  search,
}: {
  readonly pathname: string
  readonly search: string
}): PublicScreen | null {
  // The shortcut to the scanner leads a visitor on to the sign-in.
  if (/[?&]skeniraj(?:=|&|$)/.test(search)) return null
  return Object.hasOwn(PUBLIC_SCREENS, pathname) ? (PUBLIC_SCREENS[pathname] ?? null) : null
}

/** Every screen that the build makes, with the address of its own. */
export function publicScreens(): readonly (PublicScreen & { readonly path: string })[] {
  const all = Object.entries(PUBLIC_SCREENS).map(([path, screen]) => ({ path, ...screen }))
  // '/login' only leads on.
  return all.filter(({ path }) => path !== '/login')
}

/** The kind of scripts and links that no browser fetches by itself: a script in the page's head starts them (index.html). */
export const AFTER_PAINT = 'after-paint'

/** Puts a screen into the page. The app's scripts wait for the first paint, for which they would compete with the screen. */
export function putScreen(page: string, { title, html }: ReadyScreen): string {
  return page
    .replace(/<title>.*?<\/title>/s, () => `<title>${title}</title>`)
    .replace('type="module"', `type="${AFTER_PAINT}"`)
    .replace(SCREEN_SLOT, () => html)
}

/** Puts links to scripts into the page, which are fetched at once. */
export function putLinks(page: string, { html }: ReadyScreen): string {
  return page.replace(SCREEN_SLOT, () => html)
}
