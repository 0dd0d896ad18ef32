import { publicScreenAt, putScreen, type ReadyScreen, SCREENS_FOLDER } from '#contract/page'
import { isSameDay } from '#lib/clock-time'
import { followTimeZone } from '#lib/server-clock'
import { withDeadline } from '#lib/timers'
import { escapeHtml } from '#texts/escape-html'
import { outboxFingerprint } from '../src/offline/entry'
import { findKeptScreen, type KeptScreen } from '../src/offline/kept-screen'
import { createIndexedDbOutboxStore } from '../src/offline/store'

type Find = (path: string) => Promise<Response | undefined>

/** The screen prerendered by the build for a path, if any. */
async function findPublicScreen(path: string, find: Find): Promise<ReadyScreen | null> {
  const place = publicScreenAt(path)
  const file = place === null ? undefined : await find(`/${SCREENS_FOLDER}/${place.file}.json`)
  // Its hash was checked when it was installed.
  return file === undefined ? null : ((await file.json()) as ReadyScreen)
}

/** The last kept screen of an address: the card, the board or an award page. */
async function findKept(url: URL): Promise<KeptScreen | null> {
  return url.search === '' ? await findKeptScreen(url.pathname).catch(() => null) : null
}

/** Give up reading the outbox after this time (ms); the app's code reads it later. */
const OUTBOX_DEADLINE_MS = 200

/**
 * True if the outbox is unchanged since the screen was kept. False if it cannot be read in time:
 * the worker or another screen may have sent or stored something.
 */
async function isOutboxAsKept({ pending }: KeptScreen): Promise<boolean> {
  if (pending === null) return true
  const reading = createIndexedDbOutboxStore().read()
  const read = await withDeadline(reading, OUTBOX_DEADLINE_MS, () => null).catch(() => null)
  return read !== null && outboxFingerprint(read.entries, read.unreadable) === pending
}

/**
 * Inserts the kept screen into the page if this build rendered it under the current product name.
 * The short script in the head shows it to its own account only.
 */
async function putKept(kept: KeptScreen | null, page: string): Promise<string | null> {
  const isOfThisApp =
    kept !== null &&
    page.includes(`src="${kept.script}"`) &&
    page.includes(`"${escapeHtml(kept.product)}"`)
  if (!isOfThisApp) return null
  followTimeZone(kept.zone)
  const isToday = isSameDay(kept.keptAt, Date.now())
  // Put the screen's age in front of it: a browser may paint before it has parsed the whole screen.
  const outbox = (await isOutboxAsKept(kept)) ? 'as-kept' : 'changed'
  const html = `<div data-screen="kept" data-outbox="${outbox}">${isToday ? kept.marks.today : kept.marks.later}${kept.html}</div>`
  const marked = page.replace('<html', () => `<html data-kept="${escapeHtml(kept.account)}"`)
  return putScreen(marked, { title: escapeHtml(kept.title), html })
}

/** Makes a page with the headers of the cached page, above all the security headers. */
function pageLike(cached: Response, html: string): Response {
  const headers = new Headers(cached.headers)
  // Drop headers that describe the bytes sent by the server.
  for (const name of ['content-length', 'content-encoding', 'etag']) headers.delete(name)
  return new Response(html, { headers })
}

/**
 * Returns the cached page with the screen to show at once for an address; undefined if the page is
 * not cached.
 */
export async function readyPage(
  address: string,
  cached: Promise<Response | undefined>,
  find: Find,
): Promise<Response | undefined> {
  const url = new URL(address)
  // Read the page and the kept screen from the disk in parallel.
  const [page, kept] = await Promise.all([cached, findKept(url)])
  if (page === undefined) return undefined
  const html = await page.text()
  const withKept = await putKept(kept, html)
  if (withKept !== null) return pageLike(page, withKept)
  const screen = await findPublicScreen(url.pathname, find).catch(() => null)
  return pageLike(page, screen === null ? html : putScreen(html, screen))
}
