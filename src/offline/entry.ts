import * as v from 'valibot'
import type { PointType } from '#contract/entities'
import { randomUuid } from '../api/call'
import { type MadeAt, madeSchema } from './clocks'

/*
 * Entries that wait on this device for the server. A missing or undecided answer leaves an entry
 * unchanged. Never rename a stored field, such as a fate's `is`: another version may have written
 * it.
 *
 *   award  waiting ──▶ recorded: leaves; stored as confirmed for 24 hours (`reconcileLedger`)
 *             │  └───▶ refused ──seen, or of a rehearsal──▶ removed
 *             ├─ cancelled, never sent ──▶ removed
 *             └─ cancelled, sent ──▶ void
 *   void   waiting: the award is sent first, in case it has not arrived, then voided
 *             ├───▶ voided: leaves, stored as above
 *             └───▶ refused: the award stays ──seen──▶ removed
 *   scan   waiting ──▶ answered: leaves
 *             └───▶ refused, free tag ──seen, or of a rehearsal──▶ removed
 *   copy   waiting ──▶ recorded: leaves
 *             └───▶ refused, not by staff, voided ──seen, or of a rehearsal──▶ removed
 */

/** True if the event was emptied since the entry was made, as far as this device knows. */
const beforeReset = v.optional(v.boolean())
/** The id of the server's ledger when the entry was last sent; null if unknown. */
const by = v.optional(v.nullable(v.string()))

const awardSchema = v.object({
  /** Missing in entries of earlier app versions. */
  kind: v.optional(v.literal('award'), 'award'),
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
  /** True once sent: the server may have recorded it even if no response arrived. */
  attempted: v.boolean(),
  /** True if cancelled after sending: the entry is now a void. */
  cancelled: v.optional(v.boolean(), false),
  /** When it was cancelled; missing in entries of earlier app versions. */
  cancelMade: v.optional(madeSchema),
  /**
   * True once the team was shown a copy. The team may deliver the copy at any time, so the award
   * counts as attempted.
   */
  shown: v.optional(v.boolean()),
  refusal: v.nullable(v.object({ code: v.string(), reason: v.string(), by })),
  beforeReset,
  /**
   * When the server confirmed the award (ms, server time). An entry with this time has left the
   * outbox and is stored in case a later ledger lacks the award.
   */
  confirmedAt: v.optional(v.nullable(v.number()), null),
  /** The id of the server's ledger when the confirmed award was sent; null if unknown. */
  confirmedBy: v.optional(v.nullable(v.string()), null),
  /**
   * True if an earlier ledger confirmed the award: the current ledger must still confirm or void
   * it.
   */
  again: v.optional(v.boolean(), false),
})

const waiting = v.object({ is: v.literal('waiting') })

const scanSchema = v.object({
  kind: v.literal('scan'),
  version: v.literal(1),
  scanId: v.string(),
  userId: v.string(),
  nfcId: v.string(),
  made: madeSchema,
  order: v.optional(v.number(), 0),
  /** The proof of the touch, from tags that prove their touches. */
  proof: v.optional(v.object({ picc: v.string(), cmac: v.string() })),
  beforeReset,
  by,
  fate: v.variant('is', [
    waiting,
    /** The tag belongs to no team yet. The user decides whether to create a team with it. */
    v.object({ is: v.literal('free-tag') }),
    v.object({ is: v.literal('refused'), reason: v.string() }),
  ]),
})

const copySchema = v.object({
  kind: v.literal('copy'),
  version: v.literal(1),
  /** Also the entry's key: one of two copies of the same award may be forged. */
  voucher: v.string(),
  /** The player who delivers the copy; empty until a player has claimed it. */
  userId: v.string(),
  awardId: v.string(),
  vendorId: v.string(),
  teamId: v.string(),
  pointType: v.string(),
  order: v.optional(v.number(), 0),
  beforeReset,
  by,
  fate: v.variant('is', [
    waiting,
    v.object({ is: v.literal('refused'), reason: v.string(), code: v.optional(v.string()) }),
    /** The signer was not staff of that booth. */
    v.object({ is: v.literal('notByStaff') }),
    /** The award was recorded, and voided since. */
    v.object({ is: v.literal('voided') }),
  ]),
})

/**
 * An award made on this device. The server has confirmed it only if `confirmedAt` is set.
 */
export type AwardEntry = v.InferOutput<typeof awardSchema>
/** A tag that a player scanned while the server did not answer. */
export type ScanEntry = v.InferOutput<typeof scanSchema>
/** A team's copy of an award that this phone carries. */
export type CopyEntry = v.InferOutput<typeof copySchema>
/** An entry sent alone, in any order: the server counts it once, however often it arrives. */
export type LoneEntry = ScanEntry | CopyEntry
export type OutboxEntry = AwardEntry | LoneEntry

export type New<E extends OutboxEntry> = E extends OutboxEntry ? Omit<E, 'order'> : never
export type NewAwardEntry = New<AwardEntry>
/** When a scan was made, and with which proof. */
export type MadeScan = Pick<ScanEntry, 'made' | 'proof'>

export interface Tap {
  readonly userId: string
  readonly vendorId: string
  readonly team: { readonly team_id: string; readonly team_name: string }
  readonly pointType: PointType
}

export function createAwardEntry(
  { userId, vendorId, team, pointType }: Tap,
  made: MadeAt,
): NewAwardEntry {
  return {
    kind: 'award',
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

const entrySchema = v.union([awardSchema, scanSchema, copySchema])

/** Returns the parsed entry, or null if this version of the app cannot read the stored value. */
export function parseEntry(stored: unknown): OutboxEntry | null {
  const result = v.safeParse(entrySchema, stored)
  return result.success ? result.output : null
}

export const isAward = (entry: OutboxEntry): entry is AwardEntry => entry.kind === 'award'

/** Returns the parsed award, or null if this version of the app cannot read the stored value. */
export function parseAward(stored: unknown): AwardEntry | null {
  const entry = parseEntry(stored)
  return entry !== null && isAward(entry) ? entry : null
}

/** Makes a change that applies to awards only. */
export function changeAward(
  change: (award: AwardEntry) => AwardEntry | null,
): (entry: OutboxEntry) => OutboxEntry | null {
  return (entry) => (isAward(entry) ? change(entry) : entry)
}

export function idOf(entry: New<OutboxEntry>): string {
  switch (entry.kind) {
    case 'award':
      return entry.awardId
    case 'scan':
      return entry.scanId
    case 'copy':
      return entry.voucher
  }
}

/** True if the entry waits to be sent or voided. */
export function isWaiting(entry: OutboxEntry): boolean {
  switch (entry.kind) {
    case 'award':
      return entry.refusal === null
    case 'scan':
    case 'copy':
      return entry.fate.is === 'waiting'
  }
}

/** A time of an entry: when it was made, or when it was cancelled. */
export interface EntryTime {
  readonly key: string
  readonly made: MadeAt
}

const cancelKey = (awardId: string) => `${awardId} cancelled`

/** The times from this device's clocks. Copies have none: another device signed their time. */
export function timesOf(entry: New<OutboxEntry>): EntryTime[] {
  switch (entry.kind) {
    case 'award': {
      const { awardId, made, cancelMade } = entry
      return [
        { key: awardId, made },
        ...(cancelMade === undefined ? [] : [{ key: cancelKey(awardId), made: cancelMade }]),
      ]
    }
    case 'scan':
      return [{ key: entry.scanId, made: entry.made }]
    case 'copy':
      return []
  }
}

export function withTimes(
  entry: OutboxEntry,
  dated: (key: string, made: MadeAt) => MadeAt,
): OutboxEntry {
  switch (entry.kind) {
    case 'award': {
      const { cancelMade, ...award } = entry
      const cancel =
        cancelMade === undefined ? {} : { cancelMade: dated(cancelKey(entry.awardId), cancelMade) }
      return { ...award, made: dated(entry.awardId, entry.made), ...cancel }
    }
    case 'scan':
      return { ...entry, made: dated(entry.scanId, entry.made) }
    case 'copy':
      return entry
  }
}

export function greatestOrder(entries: readonly OutboxEntry[]): number {
  return Math.max(0, ...entries.map(({ order }) => order))
}

export function inOrder<E extends OutboxEntry>(entries: readonly E[]): E[] {
  return [...entries].sort((a, b) => a.order - b.order || (idOf(a) < idOf(b) ? -1 : 1))
}

/**
 * Fingerprints the outbox's content. A stored screen is up to date only while the fingerprint is
 * unchanged.
 */
export function outboxFingerprint(
  entries: readonly OutboxEntry[],
  unreadable: readonly string[],
): string {
  const all = entries.map((entry) => {
    if (!isWaiting(entry)) return `${idOf(entry)} refused`
    const isVoid = entry.kind === 'award' && entry.cancelled
    return `${idOf(entry)} ${isVoid ? 'cancelled' : 'waits'}`
  })
  return [...all, ...unreadable].sort().join()
}
