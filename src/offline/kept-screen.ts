import * as v from 'valibot'

/** One entry: the card of the device's latest account. The worker leaves caches of the page alone. */
const CACHE = 'geek-kept-screen'
const KEY = '/geek-kept-screen'
/** A card that nobody opened for longer than this is not shown (ms). */
const MAX_AGE_MS = 30 * 24 * 3_600_000

/** A rendered screen, with the account that saw it. */
const keptScreen = v.object({
  account: v.string(),
  /** The script of the build that rendered it: another build has other styles and scripts. */
  script: v.string(),
  /** The product's name then: a server that was given another one is another app to people. */
  product: v.string(),
  keptAt: v.number(),
  /** The event's, if it was known. */
  zone: v.optional(v.string()),
  title: v.string(),
  html: v.string(),
  /** Each names the screen's time: `today` on the same day, `later` after it. */
  marks: v.object({ today: v.string(), later: v.string() }),
})
export type KeptScreen = v.InferOutput<typeof keptScreen>

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
    // Not Response.json, which Safari has from version 17 on.
    await cache.put(KEY, new Response(JSON.stringify(screen)))
    // Another tab may have signed out meanwhile.
    if (!(await mayKeep())) await caches.delete(CACHE)
  })
}

export async function forgetKeptScreen(): Promise<void> {
  await inTurn(() => caches.delete(CACHE))
}

/** The stored screen, which another build may have rendered; null if there is none or it is too old. For the worker. */
export async function findKeptScreen(): Promise<KeptScreen | null> {
  const response = await caches.match(KEY, { cacheName: CACHE })
  const parsed = v.safeParse(keptScreen, await response?.json())
  if (!parsed.success) return null
  const age = Date.now() - parsed.output.keptAt
  return age >= 0 && age < MAX_AGE_MS ? parsed.output : null
}
