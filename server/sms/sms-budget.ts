const WINDOW_MS = 60_000
/**
 * SMS that one server sends in a minute. A hall full of people behind one address registers with 200 a minute, and one address
 * gets a quarter.
 */
export const SMS_PER_MINUTE = 960
/** What new registrations may use; the rest is kept for accounts that have signed in before. */
export const NEW_PER_MINUTE = SMS_PER_MINUTE / 2
/** What new registrations from one address may use. */
export const NEW_PER_ADDRESS = NEW_PER_MINUTE / 2

/** Whom an SMS is for: somebody known, or somebody new who called from an address. */
export type Payer = { readonly is: 'known' } | { readonly is: 'new'; readonly address: string }

interface Spent {
  readonly at: number
  /** null for somebody known. */
  readonly address: string | null
}

export function createSmsBudget(now: () => number) {
  let spent: Spent[] = []

  /** When the budget of `limit` has room again, in ms from now. */
  function waitFor(limit: number, counts: (one: Spent) => boolean): number {
    const counted = spent.filter(counts)
    const oldest = counted[counted.length - limit]
    return oldest === undefined ? 0 : oldest.at + WINDOW_MS - now()
  }

  return {
    /** How long until one more SMS may be sent (ms); 0 = now. */
    wait(payer: Payer): number {
      const since = now() - WINDOW_MS
      spent = spent.filter(({ at }) => at > since)
      const forAll = waitFor(SMS_PER_MINUTE, () => true)
      if (payer.is === 'known') return forAll
      const forNew = waitFor(NEW_PER_MINUTE, ({ address }) => address !== null)
      const forAddress = waitFor(NEW_PER_ADDRESS, ({ address }) => address === payer.address)
      return Math.max(forAll, forNew, forAddress)
    },
    spend(payer: Payer): void {
      spent.push({ at: now(), address: payer.is === 'known' ? null : payer.address })
    },
  }
}
