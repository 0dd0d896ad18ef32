import * as v from 'valibot'

/** Screens of the device's latest account. The worker leaves caches of the page alone. */
const CACHE = 'geek-kept-screen'
/** The card or the board, and the award page that was open last. */
const KEYS = { home: '/geek-kept-screen', award: '/geek-kept-screen/award' } as const
/** A screen that nobody opened for longer than this is not shown (ms). */
const MAX_AGE_MS = 30 * 24 * 3_600_000

/** A rendered screen, with the account that saw it. */
const keptScreen = v.object({
  account: v.string(),
  /** Its address. */
  path: v.string(),
  kind: v.picklist(['home', 'award']),
  /** The content of the outbox then, as `pendingIn` (entry.ts) names it; null if the screen says nothing of it. */
  pending: v.nullable(v.string()),
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
export async function keepScreen(
  screen: KeptScreen,
  mayKeep: () => Promise<boolean>,
): Promise<void> {
  await inTurn(async () => {
    if (!(await mayKeep())) return
    const cache = await caches.open(CACHE)
    // Not Response.json, which Safari has from version 17 on.
    await cache.put(KEYS[screen.kind], new Response(JSON.stringify(screen)))
    // Another tab may have signed out meanwhile.
    if (!(await mayKeep())) await caches.delete(CACHE)
  })
}

export async function forgetKeptScreen(): Promise<void> {
  await inTurn(() => caches.delete(CACHE))
}

/** The stored screen of an address, which another build may have rendered; null if there is none or it is too old. For the worker. */
export async function findKeptScreen(path: string): Promise<KeptScreen | null> {
  const key = path.startsWith('/qr/') ? KEYS.award : KEYS.home
  const response = await caches.match(key, { cacheName: CACHE })
  const parsed = v.safeParse(keptScreen, await response?.json())
  if (!parsed.success || (parsed.output.path !== path && path !== '/')) return null
  const age = Date.now() - parsed.output.keptAt
  return age >= 0 && age < MAX_AGE_MS ? parsed.output : null
}
