import { publicScreenAt, putScreen, type ReadyScreen, SCREENS_FOLDER } from '#contract/page'
import { isSameDay } from '#lib/clock-time'
import { followTimeZone } from '#lib/server-clock'
import { escapeHtml } from '#texts/escape-html'
import { findKeptScreen, type KeptScreen } from '../src/offline/kept-screen'

type Find = (path: string) => Promise<Response | undefined>

/** The screen that the build made at a path, if there is one. */
async function findPublicScreen(path: string, find: Find): Promise<ReadyScreen | null> {
  const place = publicScreenAt(path)
  const file = place === null ? undefined : await find(`/${SCREENS_FOLDER}/${place.file}.json`)
  // Its hash was checked when it was installed.
  return file === undefined ? null : ((await file.json()) as ReadyScreen)
}

/** Where a player's card is the first screen. */
const CARD_ADDRESSES = ['/', '/player']

/** The card that was last on the screen, if it belongs to this address. */
async function findKeptCard(url: URL): Promise<KeptScreen | null> {
  if (!CARD_ADDRESSES.includes(url.pathname) || url.search !== '') return null
  return await findKeptScreen().catch(() => null)
}

/** The page with that card, if this build rendered it under this name. The short script in the page's head shows it to its own account only. */
function putKeptCard(kept: KeptScreen | null, page: string): string | null {
  const isOfThisApp = kept !== null && page.includes(`src="${kept.script}"`) && page.includes(`"${escapeHtml(kept.product)}"`)
  if (!isOfThisApp) return null
  followTimeZone(kept.zone)
  const isToday = isSameDay(kept.keptAt, Date.now())
  // The age comes first: a browser may paint before it has read the screen to its end.
  const html = `<div data-screen="kept">${isToday ? kept.marks.today : kept.marks.later}${kept.html}</div>`
  const marked = page.replace('<html', () => `<html data-kept="${escapeHtml(kept.account)}"`)
  return putScreen(marked, { title: escapeHtml(kept.title), html })
}

/** A page with the headers of the cached one, of which the security headers matter. */
function pageLike(cached: Response, html: string): Response {
  const headers = new Headers(cached.headers)
  // They describe the bytes that the server sent.
  for (const name of ['content-length', 'content-encoding', 'etag']) headers.delete(name)
  return new Response(html, { headers })
}

/** The cached page with what can be shown at once at an address; undefined if the page is not cached. */
export async function readyPage(
  address: string,
  cached: Promise<Response | undefined>,
  find: Find,
): Promise<Response | undefined> {
  const url = new URL(address)
  // Both come from the disk, so neither waits for the other.
  const [page, card] = await Promise.all([cached, findKeptCard(url)])
  if (page === undefined) return undefined
  const html = await page.text()
  const withCard = putKeptCard(card, html)
  if (withCard !== null) return pageLike(page, withCard)
  const screen = await findPublicScreen(url.pathname, find).catch(() => null)
  return pageLike(page, screen === null ? html : putScreen(html, screen))
}
