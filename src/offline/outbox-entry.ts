import * as v from 'valibot'

/** When an award was made, by every clock there was: none of them can be trusted alone. */
export const madeSchema = v.object({
  /** The device's clock (ms): may be wrong, may be set while the award waits. */
  wall: v.number(),
  /** `performance.now()` (ms), which only goes forward, and the page life it belongs to. */
  forward: v.number(),
  pageLife: v.string(),
  /** The server's time (ms) of the tap, where this page life had heard from the server. */
  serverTime: v.nullable(v.number()),
  /** The server's time (ms) when this device last heard from it before the tap. */
  lastContact: v.nullable(v.number()),
})

const entrySchema = v.object({
  version: v.literal(1),
  awardId: v.string(),
  userId: v.string(),
  vendorId: v.string(),
  teamId: v.string(),
  teamName: v.string(),
  pointType: v.string(),
  label: v.string(),
  points: v.number(),
  made: madeSchema,
  /** Grows from tap to tap on a device: awards to one team go in this order. */
  order: v.number(),
  /** Whether it was ever sent: then the server may have recorded it, whatever this device heard. */
  attempted: v.boolean(),
  /** Its maker took it back after it had been sent: it is to be voided as soon as it is known to be recorded. */
  cancelled: v.optional(v.boolean(), false),
  refusal: v.nullable(v.object({ code: v.string(), reason: v.string() })),
})

export type MadeAt = v.InferOutput<typeof madeSchema>
/** An award that this device made and the server has not confirmed. */
export type OutboxEntry = v.InferOutput<typeof entrySchema>
/** One that has no place among the others yet. */
export type NewOutboxEntry = Omit<OutboxEntry, 'order'>

/** What was stored, or null where this version of the app cannot read it. */
export function parseOutboxEntry(stored: unknown): OutboxEntry | null {
  const result = v.safeParse(entrySchema, stored)
  return result.success ? result.output : null
}

/** The place behind all of these. */
export function nextOrder(entries: readonly OutboxEntry[]): number {
  return Math.max(0, ...entries.map(({ order }) => order)) + 1
}

/** The order in which awards are sent. */
export function inOrder(entries: readonly OutboxEntry[]): OutboxEntry[] {
  return [...entries].sort((a, b) => a.order - b.order || (a.awardId < b.awardId ? -1 : 1))
}
