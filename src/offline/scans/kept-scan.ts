import * as v from 'valibot'
import { madeSchema } from '../outbox-entry'

/** The state of a scan that was made offline. */
const fate = v.variant('is', [
  v.object({ is: v.literal('waiting') }),
  /** The tag of no team yet. Creating a team with it takes the user's decision. */
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
