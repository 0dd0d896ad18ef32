import * as v from 'valibot'
import type { PointType } from '#contract/entities'
import { randomUuid } from '../api/random-uuid'

/** When an award was made, by every clock there was: none of them can be trusted alone. */
export const madeSchema = v.object({
  /** The device's clock (ms): may be wrong, may be set while the award waits. */
  wall: v.number(),
  /** `performance.now()` (ms), which only goes forward, and the page life it belongs to. */
  forward: v.number(),
  pageLife: v.string(),
  /** The device's own timeline (ms), which goes forward over page lives too; missing in entries of the first release. */
  device: v.optional(v.number()),
  /** The server's time (ms) of the tap: known at the tap, or filled in at the first contact after it. */
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
  /** Grows from tap to tap on a device: awards to one team are sent in this order. */
  order: v.number(),
  /** Whether it was ever sent: then the server may have recorded it, whatever this device heard. */
  attempted: v.boolean(),
  /** Cancelled after it had been sent: it is voided as soon as it is known to be recorded. */
  cancelled: v.optional(v.boolean(), false),
  refusal: v.nullable(v.object({ code: v.string(), reason: v.string() })),
})

export type MadeAt = v.InferOutput<typeof madeSchema>
/** An award that this device made and the server has not confirmed. */
export type OutboxEntry = v.InferOutput<typeof entrySchema>
/** One that has no place among the others yet. */
export type NewOutboxEntry = Omit<OutboxEntry, 'order'>

/** Who gives which points to which team. */
export interface Tap {
  readonly userId: string
  readonly vendorId: string
  readonly team: { readonly team_id: string; readonly team_name: string }
  readonly pointType: PointType
}

/** The record of a tap, under an id of its own. */
export function createOutboxEntry({ userId, vendorId, team, pointType }: Tap, made: MadeAt): NewOutboxEntry {
  return {
    version: 1,
    awardId: randomUuid(),
    userId,
    vendorId,
    teamId: team.team_id,
    teamName: team.team_name,
    pointType: pointType.point_type,
    label: pointType.label,
    points: pointType.points,
    made,
    attempted: false,
    cancelled: false,
    refusal: null,
  }
}

/** The parsed entry, or null where this version of the app cannot read the stored value. */
export function parseOutboxEntry(stored: unknown): OutboxEntry | null {
  const result = v.safeParse(entrySchema, stored)
  return result.success ? result.output : null
}

/** The greatest order among these entries; 0 where there are none. */
export function greatestOrder(entries: readonly OutboxEntry[]): number {
  return Math.max(0, ...entries.map(({ order }) => order))
}

/** The order in which awards are sent. */
export function inOrder(entries: readonly OutboxEntry[]): OutboxEntry[] {
  return [...entries].sort((a, b) => a.order - b.order || (a.awardId < b.awardId ? -1 : 1))
}

/** Whether an entry waits to be sent, or to be voided. */
export function isWaiting(entry: OutboxEntry): boolean {
  return entry.refusal === null
}
