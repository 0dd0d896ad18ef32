/** One entry: the card of the device's latest account. The worker leaves caches of the page alone. */
export const CACHE = 'geek-kept-screen'
export const KEY = '/geek-kept-screen'
/** What was last on the screen, with the account that saw it. */
export interface KeptScreen {
  readonly account: string
  /** The script of the build that rendered it: another build has other styles and scripts. */
  readonly script: string
  readonly keptAt: number
  readonly title: string
  readonly html: string
  /** Says from when the screen is; the first on the same day, the second later. */
  readonly marks: { readonly today: string; readonly later: string }
}

/** One change at a time, so that a screen is never stored after it was to be deleted. */
let latest: Promise<unknown> = Promise.resolve()
function inTurn(work: () => Promise<unknown>): Promise<void> {
  const done = latest.then(work).then(
    () => undefined,
    // Without storage the next start begins with the loader.
    () => undefined,
  )
  latest = done
  return done
}

/** Stores a screen for the next start, unless `mayKeep` says by then that its account has gone. */
export async function keepScreen(screen: KeptScreen, mayKeep: () => Promise<boolean>): Promise<void> {
  await inTurn(async () => {
    if (!(await mayKeep())) return
    const cache = await caches.open(CACHE)
    await cache.put(KEY, Response.json(screen))
    // Another tab may have signed out meanwhile.
    if (!(await mayKeep())) await caches.delete(CACHE)
  })
}

/** Deletes the stored screen. */
export async function forgetKeptScreen(): Promise<void> {
  await inTurn(() => caches.delete(CACHE))
}
