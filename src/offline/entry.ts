import * as v from 'valibot'
import type { PointType } from '#contract/entities'
import { randomUuid } from '../api/call'
import { type MadeAt, madeSchema } from './queued-time'

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
  /** Increases with each tap on a device. Awards to one team are sent in this order. */
  order: v.number(),
  /** True once it was sent: the server may have recorded it even if no response arrived. */
  attempted: v.boolean(),
  /** True if it was cancelled after it was sent: it is voided once it is known to be recorded. */
  cancelled: v.optional(v.boolean(), false),
  /** When it was cancelled; missing where an earlier version of the app noted it. */
  cancelMade: v.optional(madeSchema),
  /** True once the team was shown a copy, which it may deliver at any time: such an award counts as attempted. */
  shown: v.optional(v.boolean()),
  refusal: v.nullable(v.object({ code: v.string(), reason: v.string() })),
  /** The server's time (ms) of its confirmation. Such an entry is kept apart, for a ledger that lacks it. */
  confirmedAt: v.optional(v.nullable(v.number()), null),
  /** The ledger that the server was known to hold when the confirmed award was sent. */
  confirmedBy: v.optional(v.nullable(v.string()), null),
  /** True if an earlier ledger had confirmed it: it waits to be confirmed by this one, or to be voided there. */
  again: v.optional(v.boolean(), false),
})

/** An award that this device made, and that the server has not confirmed unless `confirmedAt` says so. */
export type OutboxEntry = v.InferOutput<typeof entrySchema>
export type NewOutboxEntry = Omit<OutboxEntry, 'order'>

export interface Tap {
  readonly userId: string
  readonly vendorId: string
  readonly team: { readonly team_id: string; readonly team_name: string }
  readonly pointType: PointType
}

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
    confirmedAt: null,
    confirmedBy: null,
    again: false,
  }
}

/** Returns the parsed entry, or null if this version of the app cannot read the stored value. */
export function parseOutboxEntry(stored: unknown): OutboxEntry | null {
  const result = v.safeParse(entrySchema, stored)
  return result.success ? result.output : null
}

export function greatestOrder(entries: readonly OutboxEntry[]): number {
  return Math.max(0, ...entries.map(({ order }) => order))
}

export function inOrder(entries: readonly OutboxEntry[]): OutboxEntry[] {
  return [...entries].sort((a, b) => a.order - b.order || (a.awardId < b.awardId ? -1 : 1))
}

/** True if the entry waits to be sent or voided. */
export function isWaiting(entry: OutboxEntry): boolean {
  return entry.refusal === null
}
