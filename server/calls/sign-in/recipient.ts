import type { Writer } from '../../db/database'
import { findByEmail, findByMobile, isReserved } from '../../db/queries/accounts'
import type { UsersTable } from '../../db/tables'
import type { Game } from '../../game'
import { countryOf } from '../../mobile'
import type { SignInId } from './sign-in-id'

/** Somebody whom a code can be sent to. */
export interface Recipient {
  readonly userId: string
  /** E.164. */
  readonly mobile: string
  /** Has not signed in yet, so the SMS counts as a new registration's. */
  readonly isNew: boolean
}

export function asRecipient(account: UsersTable): Recipient {
  return { userId: account.user_id, mobile: account.mobile, isNew: !isReserved(account) }
}

export function isServed({ smsCountries }: Game, mobile: string): boolean {
  const country = countryOf(mobile)
  return country !== undefined && smsCountries.has(country)
}

/**
 * The account of a number. If nobody has signed in with the number yet, it is this browser's registration, else the first one,
 * so that a stranger who registers the number later cannot put their name on its owner's account.
 */
function accountOfNumber(holders: readonly UsersTable[], browser: string): UsersTable | undefined {
  return holders.find(isReserved) ?? holders.findLast(({ browser_hash }) => browser_hash === browser) ?? holders[0]
}

/** The person to send a code to; undefined if there is none. */
export async function findRecipient(
  db: Writer,
  game: Game,
  { is, key }: SignInId,
  browser: string,
): Promise<Recipient | undefined> {
  switch (is) {
    case 'mobile': {
      const account = accountOfNumber(await findByMobile(db, key), browser)
      return account === undefined || !isServed(game, account.mobile) ? undefined : asRecipient(account)
    }
    case 'email': {
      const [account, ...others] = (await findByEmail(db, key)).filter((one) => one.first_signed_in_at !== null)
      // Two people may have given one address, and only one of them asks.
      if (account === undefined || others.length > 0 || !isServed(game, account.mobile)) return undefined
      return asRecipient(account)
    }
    case 'none':
      return undefined
  }
}
