import * as v from 'valibot'
import { madeSchema } from '../outbox-entry'

/** What became of a scan that was made without a network. */
const fate = v.variant('is', [
  v.object({ is: v.literal('waiting') }),
  /** A team tag that is nobody's yet: nothing is created with it by itself. */
  v.object({ is: v.literal('free-tag') }),
  v.object({ is: v.literal('refused'), reason: v.string() }),
])

const scanSchema = v.object({
  version: v.literal(1),
  scanId: v.string(),
  userId: v.string(),
  nfcId: v.string(),
  made: madeSchema,
  fate,
})

/** A tag that a player scanned while the server did not answer. */
export type KeptScan = v.InferOutput<typeof scanSchema>

export function parseKeptScan(stored: unknown): KeptScan | null {
  const result = v.safeParse(scanSchema, stored)
  return result.success ? result.output : null
}
