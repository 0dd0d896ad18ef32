import { WRONG_CODES_WINDOW_MS } from '#rules/sign-in'
import { hashSecret } from '../../random'
import type { Reader, Writer } from '../database'

/** When wrong codes were tried for an account in the last day (ms), oldest first. `account` is its id, or what nobody has. */
export async function readWrongCodes(db: Reader | Writer, account: string, now: number): Promise<number[]> {
  const tries = await db
    .selectFrom('wrong_codes')
    .where('account_hash', '=', hashSecret(account))
    .where('tried_at', '>', now - WRONG_CODES_WINDOW_MS)
    .orderBy('tried_at')
    .select('tried_at')
    .execute()
  return tries.map(({ tried_at }) => tried_at)
}

/** Counts a wrong code, and forgets those that no limit looks at any more. */
export async function countWrongCode(db: Writer, account: string, now: number): Promise<void> {
  await db
    .deleteFrom('wrong_codes')
    .where('tried_at', '<=', now - WRONG_CODES_WINDOW_MS)
    .execute()
  await db
    .insertInto('wrong_codes')
    .values({ account_hash: hashSecret(account), tried_at: now })
    .execute()
}
