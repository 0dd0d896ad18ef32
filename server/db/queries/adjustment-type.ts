import { ADJUSTMENT_TYPE } from '#contract/entities'
import { ADJUSTMENT } from '#texts/nouns'
import type { Writer } from '../database'

/** Made with the first adjustment: an event without any has only the types of its file. */
export async function ensureAdjustmentType(db: Writer): Promise<void> {
  await db
    .insertInto('point_types')
    .values({ point_type: ADJUSTMENT_TYPE, label: ADJUSTMENT, points: 0, cooldown_seconds: 0, position: -1 })
    .onConflict((conflict) => conflict.column('point_type').doNothing())
    .execute()
}
