import { publicScreenAt, putScreen, type ReadyScreen, SCREENS_FOLDER } from '#contract/page'
import { isSameDay } from '#lib/clock-time'
import { followTimeZone } from '#lib/server-clock'
import { withDeadline } from '#lib/timers'
import { escapeHtml } from '#texts/escape-html'
import { pendingIn } from '../src/offline/entry'
import { findKeptScreen, type KeptScreen } from '../src/offline/kept-screen'
import { createIndexedDbOutboxStore } from '../src/offline/store'

type Find = (path: string) => Promise<Response | undefined>

/** The screen that the build made at a path, if there is one. */
async function findPublicScreen(path: string, find: Find): Promise<ReadyScreen | null> {
  const place = publicScreenAt(path)
  const file = place === null ? undefined : await find(`/${SCREENS_FOLDER}/${place.file}.json`)
  // Its hash was checked when it was installed.
  return file === undefined ? null : ((await file.json()) as ReadyScreen)
}

/** The screen that an address showed last: the card, the board or an award page. */
async function findKept(url: URL): Promise<KeptScreen | null> {
  return url.search === '' ? await findKeptScreen(url.pathname).catch(() => null) : null
}

/** An outbox that takes longer (ms) is read by the app's code. */
const OUTBOX_DEADLINE_MS = 200

/** Whether what a screen says of the outbox is still true: the worker, or another screen, may have sent or stored something since. */
async function isOutboxAsKept({ pending }: KeptScreen): Promise<boolean> {
  if (pending === null) return true
  const reading = createIndexedDbOutboxStore().read()
  const read = await withDeadline(reading, OUTBOX_DEADLINE_MS, () => null).catch(() => null)
  return read !== null && pendingIn(read.entries, read.unreadable) === pending
}

/** The page with that screen, if this build rendered it under this name. The short script in the page's head shows it to its own account only. */
async function putKept(kept: KeptScreen | null, page: string): Promise<string | null> {
  const isOfThisApp =
    kept !== null &&
    page.includes(`src="${kept.script}"`) &&
    page.includes(`"${escapeHtml(kept.product)}"`)
  if (!isOfThisApp) return null
  followTimeZone(kept.zone)
  const isToday = isSameDay(kept.keptAt, Date.now())
  // The age comes first: a browser may paint before it has read the screen to its end.
  const outbox = (await isOutboxAsKept(kept)) ? 'as-kept' : 'changed'
  const html = `<div data-screen="kept" data-outbox="${outbox}">${isToday ? kept.marks.today : kept.marks.later}${kept.html}</div>`
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
  const [page, kept] = await Promise.all([cached, findKept(url)])
  if (page === undefined) return undefined
  const html = await page.text()
  const withKept = await putKept(kept, html)
  if (withKept !== null) return pageLike(page, withKept)
  const screen = await findPublicScreen(url.pathname, find).catch(() => null)
  return pageLike(page, screen === null ? html : putScreen(html, screen))
}
