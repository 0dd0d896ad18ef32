import * as v from 'valibot'
import { CACHE, KEY, type KeptScreen } from '../src/offline/last-seen/kept-screen'

/** A card that nobody opened for longer than this is not shown (ms). */
const MAX_AGE_MS = 30 * 24 * 3_600_000

const keptScreen = v.object({
  account: v.string(),
  script: v.string(),
  keptAt: v.number(),
  title: v.string(),
  html: v.string(),
  marks: v.object({ today: v.string(), later: v.string() }),
}) satisfies v.GenericSchema<KeptScreen>

/** The stored screen, which another build may have rendered; null if there is none or it is too old. */
export async function findKeptScreen(): Promise<KeptScreen | null> {
  const response = await caches.match(KEY, { cacheName: CACHE })
  const parsed = v.safeParse(keptScreen, await response?.json())
  if (!parsed.success) return null
  const age = Date.now() - parsed.output.keptAt
  return age >= 0 && age < MAX_AGE_MS ? parsed.output : null
}
