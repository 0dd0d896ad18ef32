import { randomUUID } from 'node:crypto'
import type { ParsedInput } from '#contract/calls'
import { type AwardRefusalCode, REFUSED_FOR_GOOD } from '#contract/codes'
import { latestReceipt } from '#rules/cooldown'
import type { Caller } from '../call-context'
import type { Writer } from '../db/database'
import {
  findActiveTeams,
  findAwards,
  findAwardsSentAs,
  findCoolingAwards,
  findOffers,
  type Offer,
  type RecordedAward,
  type Scope,
} from '../db/queries/awards'
import { findRefusals, type RefusalRow } from '../db/queries/refusals'
import { type CurrentSettings, readSettings } from '../db/queries/settings'
import { settleAll } from '../db/statement'
import { Refusal } from '../refusal'

/** One award as received. Fields in snake_case are named as in the ledger. */
export interface SentAward {
  readonly award_id: string
  readonly team_id: string
  readonly point_type: string
  /** The booth it was made for: the booth that the device names, else the caller's. */
  readonly vendor_id: string | null
  /** Whether the device names the booth. */
  readonly namesBooth: boolean
  /** The account that gave it. */
  readonly user_id: string
  /** The booth at which that account is staff. */
  readonly staffOf: string | null
  readonly queuedMs: number
  /** ms since the epoch: receipt minus `queuedMs`. */
  readonly awarded_at: number
  readonly received_at: number
  /**
   * True if its maker's device signed it: then another person's award under the same id does not
   * block it (rule 10).
   */
  readonly isSigned?: boolean
  /**
   * True if its signing key is revoked or its maker has left the booth: it may be backdated, so it
   * waits for the organiser, like every award once results are closed (rule 17).
   */
  readonly isDoubtful?: boolean
}

/** Parses an award of this caller. Throws OTHER_ACCOUNT if it was made under another account. */
export function readSentAward(
  input: ParsedInput<'awardPoints'>,
  { userId, vendorId }: Caller,
  received_at: number,
): SentAward {
  if (input.user_id !== undefined && input.user_id !== userId) throw new Refusal('OTHER_ACCOUNT')
  const { award_id = randomUUID(), team_id, point_type, vendor_id, queued_ms: queuedMs = 0 } = input
  return {
    award_id,
    team_id,
    point_type,
    vendor_id: vendor_id ?? vendorId,
    namesBooth: vendor_id !== undefined,

    user_id: userId,
    staffOf: vendorId,
    queuedMs,
    awarded_at: received_at - queuedMs,
    received_at,
  }
}

/**
 * The data by which a batch is judged. Each verdict updates it, because awards are judged one after
 * another.
 */
export interface BatchFacts {
  readonly event: CurrentSettings
  /** Recorded awards by id. */
  readonly recorded: Map<string, RecordedAward>
  /**
   * Awards recorded under a new id, because another person's award had taken the id that was sent;
   * by `ownKey`.
   */
  readonly ownRecorded: Map<string, RecordedAward>
  /** Codes of earlier refusals by `contentKey`; KEPT_FOR_ORGANISER for late awards. */
  readonly refused: Map<string, AwardRefusalCode>
  /** The signers of late awards, by award id. Nobody else may use such an id (rule 17). */
  readonly signedLate: Map<string, string>
  /** Teams that are not disbanded. */
  readonly teams: ReadonlyMap<string, Awaited<ReturnType<typeof findActiveTeams>>[number]>
  /** The booths' offers, by booth and point type. */
  readonly offers: ReadonlyMap<string, Offer>
  /** Times (ms) of recorded, unvoided awards that a cooldown may concern, by `scopeKey`. */
  readonly cooling: Map<string, number[]>
}

// Ids contain no control characters (`contract/fields.ts`), so joined parts are unambiguous.
const key = (...parts: readonly (string | null)[]) => parts.join('\n')

type SentContent = Pick<RefusalRow, 'award_id' | 'user_id' | 'vendor_id' | 'team_id' | 'point_type'>

/** Identifies an award by its content, without the time made. */
export function contentKey({
  award_id,
  user_id,
  vendor_id,
  team_id,
  point_type,
}: SentContent): string {
  return key(award_id, user_id, vendor_id, team_id, point_type)
}

/** Identifies an award by its author and the id that was sent. */
export const ownKey = (userId: string | null, sentId: string | null) => key(sentId, userId)

export function contentOf({
  award_id,
  user_id,
  vendor_id,
  team_id,
  point_type,
}: SentAward): SentContent {
  return { award_id, user_id, vendor_id, team_id, point_type }
}

export function scopeKey({
  vendor_id,
  team_id,
  point_type,
}: Omit<Scope, 'vendor_id'> & { readonly vendor_id: string | null }): string {
  return key(vendor_id, team_id, point_type)
}

export function offerOf(
  { offers }: Pick<BatchFacts, 'offers'>,
  { vendor_id, point_type }: SentAward,
): Offer | undefined {
  return offers.get(key(vendor_id, point_type))
}

const unique = (ids: readonly (string | null)[]) => [...new Set(ids)].filter((id) => id !== null)

/**
 * Computes for each award the time from which on recorded awards matter to its cooldown. Leaves out
 * awards without a booth or a cooldown, and unsigned awards whose id is recorded.
 */
function spansOf(sent: readonly SentAward[], facts: Pick<BatchFacts, 'offers' | 'recorded'>) {
  return sent.flatMap((one) => {
    const { vendor_id, team_id, point_type, awarded_at } = one
    const cooldownMs = (offerOf(facts, one)?.cooldown_seconds ?? 0) * 1000
    const isKnown = facts.recorded.has(one.award_id) && one.isSigned !== true
    if (cooldownMs === 0 || vendor_id === null || isKnown) return []
    return [{ vendor_id, team_id, point_type, awarded_at: awarded_at - cooldownMs }]
  })
}

/** Loads everything that a batch needs, in a fixed number of statements. */
export async function readBatchFacts(db: Writer, sent: readonly SentAward[]): Promise<BatchFacts> {
  const awardIds = unique(sent.map((one) => one.award_id))
  const [awards, refusals, teams, offerRows, event] = await settleAll([
    findAwards(db, awardIds),
    findRefusals(db, awardIds),
    findActiveTeams(db, unique(sent.map((one) => one.team_id))),
    findOffers(db, unique(sent.map((one) => one.vendor_id))),
    readSettings(db),
  ])
  const recorded = new Map(awards.map((one) => [one.award.award_id, one]))
  const taken = unique(sent.filter((one) => isTaken(one, recorded)).map((one) => one.award_id))
  const own = taken.length > 0 ? await findAwardsSentAs(db, taken) : []
  const ownRecorded = new Map(own.map((one) => [ownKey(one.user_id, one.sent_id), one]))
  const offers = new Map(offerRows.map((offer) => [key(offer.vendor_id, offer.point_type), offer]))

  const refused = new Map<string, AwardRefusalCode>()
  for (const row of refusals) {
    const code = REFUSED_FOR_GOOD.find((one) => one === row.code)
    if (code !== undefined && !refused.has(contentKey(row))) refused.set(contentKey(row), code)
  }
  const signedLate = new Map(
    refusals.filter(({ signed }) => signed === 1).map((row) => [row.award_id, row.user_id]),
  )
  const cooling = new Map<string, number[]>()
  const spans = spansOf(sent, { offers, recorded })
  const receivedUntil = latestReceipt(Math.max(...sent.map((one) => one.received_at)))
  if (spans.length > 0)
    for (const row of await findCoolingAwards(db, spans, receivedUntil)) addCooling(cooling, row)
  const teamsById = new Map(teams.map((team) => [team.team_id, team]))
  return { event, recorded, ownRecorded, refused, signedLate, teams: teamsById, offers, cooling }
}

export function addCooling(
  cooling: BatchFacts['cooling'],
  award: Parameters<typeof scopeKey>[0] & { awarded_at: number },
): void {
  const scope = scopeKey(award)
  cooling.set(scope, [...(cooling.get(scope) ?? []), award.awarded_at])
}

/** Whether another person's award has taken this id. */
export function isTaken(
  { award_id, user_id }: SentAward,
  recorded: BatchFacts['recorded'],
): boolean {
  const known = recorded.get(award_id)
  return known !== undefined && known.user_id !== user_id
}

/** Finds this award if it is already recorded. Ignores another person's award under its id. */
export function findRecorded(
  sent: SentAward,
  { recorded, ownRecorded }: BatchFacts,
): RecordedAward | undefined {
  return isTaken(sent, recorded)
    ? ownRecorded.get(ownKey(sent.user_id, sent.award_id))
    : recorded.get(sent.award_id)
}
