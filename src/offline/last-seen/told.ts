import { type UseStore, update } from 'idb-keyval'
import { withDeadline } from '#lib/deadline'
import { openLastSeenStore, toldKey } from './last-seen-store'

/** Storage that does not answer within this time (ms) must not hold the news back. */
const PATIENCE_MS = 1_000

let store: UseStore | null = null

/**
 * Finds what of `News` this device has not told the account yet, and notes it as told, in one transaction: of several tabs one tells it,
 * and a reload tells nothing again. Without storage each page tells for itself.
 * @param tell gets what was noted before, and returns what to note with the news
 */
export async function claimNews<Noted, News>(
  account: string,
  tell: (noted: Noted | undefined) => readonly [Noted, News],
  inMemory: Noted | undefined,
): Promise<readonly [Noted, News]> {
  let claimed: readonly [Noted, News] | null = null
  store ??= openLastSeenStore()
  const noting = update<Noted>(
    toldKey(account),
    (noted) => {
      claimed = tell(noted)
      return claimed[0]
    },
    store,
  )
  await withDeadline(noting, PATIENCE_MS, () => undefined).catch(() => undefined)
  return claimed ?? tell(inMemory)
}
