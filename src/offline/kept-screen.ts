import * as v from 'valibot'

/** The cache of the latest account's screens. The worker deletes no cache named `geek-…`. */
const CACHE = 'geek-kept-screen'
/** The card or the board, and the award page that was open last. */
const KEYS = { home: '/geek-kept-screen', award: '/geek-kept-screen/award' } as const
/** Do not show a screen that was stored longer ago than this (ms). */
const MAX_AGE_MS = 30 * 24 * 3_600_000

/** A rendered screen, with the account that saw it. */
const keptScreen = v.object({
  account: v.string(),
  path: v.string(),
  kind: v.picklist(['home', 'award']),
  /**
   * The outbox's content when the screen was stored (`outboxFingerprint` in entry.ts); null if the
   * screen does not show the outbox.
   */
  pending: v.nullable(v.string()),
  /** The script of the build that rendered it: other builds differ in styles and scripts. */
  script: v.string(),
  /**
   * The product's name when the screen was stored: under a new name this screen would look like
   * another app.
   */
  product: v.string(),
  keptAt: v.number(),
  /** The event's time zone, if known. */
  zone: v.optional(v.string()),
  title: v.string(),
  html: v.string(),
  /** HTML that says when the screen was stored: `today` on the same day, `later` on later days. */
  marks: v.object({ today: v.string(), later: v.string() }),
})
export type KeptScreen = v.InferOutput<typeof keptScreen>

/** Serialises changes, so that no screen is stored after its deletion. */
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

/** Stores a screen for the next start, unless `mayKeep` reports that its account has signed out. */
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

/**
 * Finds the stored screen of a path, or the home screen for '/'. Another build may have rendered
 * it. Null if there is none or it is too old. Used by the worker.
 */
export async function findKeptScreen(path: string): Promise<KeptScreen | null> {
  const key = path.startsWith('/qr/') ? KEYS.award : KEYS.home
  const response = await caches.match(key, { cacheName: CACHE })
  const parsed = v.safeParse(keptScreen, await response?.json())
  if (!parsed.success || (parsed.output.path !== path && path !== '/')) return null
  const age = Date.now() - parsed.output.keptAt
  return age >= 0 && age < MAX_AGE_MS ? parsed.output : null
}
