import { type AwardRefusalCode, REFUSED_FOR_GOOD } from '#contract/codes'
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

type Refused = Pick<Tables['refusals'], 'award_id' | 'user_id' | 'vendor_id' | 'team_id' | 'point_type'>

/** Why this very award was refused before; null where it never was. */
export async function findRefusal(db: Writer, { vendor_id, ...award }: Refused): Promise<AwardRefusalCode | null> {
  const row = await db
    .selectFrom('refusals')
    .select('code')
    .where((is) => is.and(award))
    .where('vendor_id', vendor_id === null ? 'is' : '=', vendor_id)
    .orderBy('refused_at')
    .executeTakeFirst()
  return REFUSED_FOR_GOOD.find((code) => code === row?.code) ?? null
}
