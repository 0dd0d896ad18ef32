import { publicScreenAt, putScreen, type ReadyScreen, SCREENS_FOLDER } from '#contract/page'

type Find = (path: string) => Promise<Response | undefined>

/** The screen that the build made for an address, if there is one. */
async function findPublicScreen(url: URL, find: Find): Promise<ReadyScreen | null> {
  const place = publicScreenAt(url)
  const file = place === null ? undefined : await find(`/${SCREENS_FOLDER}/${place.file}.json`)
  // Its hash was checked when it was installed.
  return file === undefined ? null : ((await file.json()) as ReadyScreen)
}

/** Puts a screen into the kept page, with that page's security headers. */
async function withScreen(page: Response, screen: ReadyScreen): Promise<Response> {
  const headers = new Headers(page.headers)
  // They speak of the bytes that the server sent.
  for (const name of ['content-length', 'content-encoding', 'etag']) headers.delete(name)
  return new Response(putScreen(await page.text(), screen), { headers })
}

/** The kept page with what can be shown at once at an address; undefined if the page is not kept. */
export async function readyPage(address: string, kept: Promise<Response | undefined>, find: Find): Promise<Response | undefined> {
  const [page, screen] = await Promise.all([kept, findPublicScreen(new URL(address), find).catch(() => null)])
  return page === undefined || screen === null ? page : await withScreen(page, screen)
}
