import { randomId } from '../../random'
import type { Writer } from '../database'
import type { Tables } from '../tables'

/** Notes a refused award beside the ledger; the same refusal, sent again, is noted once. */
export async function recordRefusal(db: Writer, row: Omit<Tables['refusals'], 'refusal_id'>): Promise<void> {
  await db
    .insertInto('refusals')
    .values({ refusal_id: randomId(), ...row })
    .onConflict((conflict) => conflict.columns(['award_id', 'user_id', 'code']).doNothing())
    .execute()
}
