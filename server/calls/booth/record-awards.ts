import type { AwardRefusalCode } from '#contract/codes'
import type { Award, Cooldown } from '#contract/entities'
import { isSameAward, judgeAward } from '#rules/award'
import type { Writer } from '../../db/database'
import { recordEntries } from '../../db/ledger'
import { findLatestAwards, type Offer, ownIdOf, type Scope } from '../../db/queries/awards'
import { showCooldown } from '../../db/queries/cooldowns'
import { lockAccounts } from '../../db/queries/hourly-rows'
import { keepLateEntries, type NewLateEntry } from '../../db/queries/late-entries'
import { type RefusalRow, recordRefusals } from '../../db/queries/refusals'
import { settleAll } from '../../db/statement'
import type { AwardsTable } from '../../db/tables'
import { isoTime } from '../../time'
import { type BatchFacts, contentKey, offerOf, type RecordedAward, readBatchFacts, scopeKey } from './batch-facts'
import type { SentAward } from './sent-award'

export type AwardOutcome =
  /** `award` as it is in the ledger, perhaps under another id than was sent. */
  | { readonly is: 'recorded'; readonly award: Award; readonly duplicate: boolean }
  | { readonly is: 'refused'; readonly code: AwardRefusalCode; readonly cooldowns?: Cooldown[] }

/** The rows to write once a whole batch is judged. */
interface Pending {
  readonly entries: AwardsTable[]
  readonly refusals: RefusalRow[]
  readonly late: NewLateEntry[]
}

function contentOf({ awardId, vendorId, teamId, pointType, caller }: SentAward) {
  return { award_id: awardId, user_id: caller.userId, vendor_id: vendorId, team_id: teamId, point_type: pointType }
}

function refuse(sent: SentAward, code: AwardRefusalCode, facts: BatchFacts, { refusals }: Pending): AwardOutcome {
  const content = contentOf(sent)
  const before = facts.refused.get(contentKey(content))
  if (before !== code) refusals.push({ ...content, code, made_at: sent.madeAt, refused_at: sent.receivedAt })
  if (before === undefined) facts.refused.set(contentKey(content), code)
  return { is: 'refused', code }
}

function isSame(sent: SentAward, { award, userId }: RecordedAward): boolean {
  return isSameAward(
    { userId: sent.caller.userId, teamId: sent.teamId, pointType: sent.pointType, vendorId: sent.claimedVendorId },
    { userId, teamId: award.team_id, pointType: award.point_type, vendorId: award.vendor_id },
  )
}

/** The id under which an award is in the ledger, or comes into it: another one where somebody else's award has taken its own. */
function ledgerIdOf({ awardId, caller }: SentAward, { recorded }: BatchFacts): string {
  const known = recorded.get(awardId)
  return known === undefined || known.userId === caller.userId ? awardId : ownIdOf(caller.userId, awardId)
}

/**
 * Rule 10, before every other rule: an award that is already recorded is answered as recorded. A refused one stays refused,
 * because a vendor has seen the refusal, and a copy of the award may still be in flight. An id that somebody else has taken is
 * AWARD_CONFLICT, except to the device that signed it, which nobody else's award binds.
 */
function answerKnown(sent: SentAward, facts: BatchFacts, pending: Pending): AwardOutcome | null {
  const before = facts.refused.get(contentKey(contentOf(sent)))
  const ledgerId = ledgerIdOf(sent, facts)
  const isTaken = ledgerId !== sent.awardId
  const known = facts.recorded.get(ledgerId)
  if (known !== undefined && isSame(sent, known)) return { is: 'recorded', award: known.award, duplicate: true }
  const signer = facts.signedLate.get(sent.awardId) ?? sent.caller.userId
  const isOthers = isTaken || signer !== sent.caller.userId
  if (known !== undefined || (isOthers && sent.isSigned !== true)) return refuse(sent, 'AWARD_CONFLICT', facts, pending)
  return before === undefined || (isTaken && before === 'AWARD_CONFLICT') ? null : { is: 'refused', code: before }
}

/** Rule 17: it waits for the organiser. */
function keep(sent: SentAward, { points }: Offer, facts: BatchFacts, { late }: Pending): AwardOutcome {
  const [content, code] = [contentOf(sent), 'KEPT_FOR_ORGANISER' as const]
  const signed = Number(sent.isSigned === true)
  late.push({ ...content, kind: 'award', points, nfc_id: null, made_at: sent.madeAt, received_at: sent.receivedAt, signed })
  if (signed === 1) facts.signedLate.set(sent.awardId, sent.caller.userId)
  facts.refused.set(contentKey(content), code)
  return { is: 'refused', code }
}

function record(sent: SentAward, teamName: string, offer: Offer, facts: BatchFacts, { entries }: Pending): AwardOutcome {
  const { vendor_id, vendor_name, point_type, label, points } = offer
  const { teamId: team_id, madeAt, receivedAt, caller } = sent
  const award_id = ledgerIdOf(sent, facts)
  const content = { award_id, team_id, vendor_id, point_type, points }
  const times = { awarded_at: madeAt, received_at: receivedAt }
  entries.push({ ...content, ...times, kind: 'award', user_id: caller.userId, nfc_id: null, reason: null })

  const shown = { awarded_at: isoTime(madeAt), received_at: isoTime(receivedAt) }
  const award: Award = { ...content, ...shown, team_name: teamName, vendor_name, label, voided: false }
  facts.recorded.set(award_id, { award, userId: caller.userId })
  const scope = scopeKey({ vendor_id, team_id, point_type })
  facts.cooling.set(scope, [...(facts.cooling.get(scope) ?? []), { madeAt }])
  return { is: 'recorded', award, duplicate: false }
}

function judge(sent: SentAward, facts: BatchFacts, pending: Pending): AwardOutcome {
  const known = answerKnown(sent, facts, pending)
  if (known !== null) return known
  const { vendorId, teamId, pointType, caller } = sent
  const offer = offerOf(facts, sent)
  const teamName = facts.teams.get(teamId)
  const verdict = judgeAward({
    queuedMs: sent.queuedMs,
    madeAt: sent.madeAt,
    isStaffOfBooth: caller.vendorId !== null && vendorId === caller.vendorId,
    cooldownSeconds: offer?.cooldown_seconds ?? null,
    teamStands: teamName !== undefined,
    event: facts.event,
    isClosed: facts.event.closedAt !== null || sent.isDoubtful === true,
    recorded: facts.cooling.get(scopeKey({ vendor_id: vendorId ?? '', team_id: teamId, point_type: pointType })) ?? [],
  })
  if (verdict !== 'RECORD' && verdict !== 'KEPT_FOR_ORGANISER') return refuse(sent, verdict, facts, pending)
  if (offer === undefined || teamName === undefined) throw new Error('recorded without an offer or a team')
  if (verdict === 'KEPT_FOR_ORGANISER') return keep(sent, offer, facts, pending)
  return record(sent, teamName, offer, facts, pending)
}

/** Adds the cooldown to each award that was refused for one. */
async function withCooldowns(
  db: Writer,
  sent: readonly SentAward[],
  outcomes: readonly AwardOutcome[],
  facts: BatchFacts,
): Promise<AwardOutcome[]> {
  const scopes = sent.map(({ vendorId, teamId, pointType }, index): Scope | null => {
    const outcome = outcomes[index]
    if (outcome?.is !== 'refused' || outcome.code !== 'COOLDOWN') return null
    return { vendor_id: vendorId ?? '', team_id: teamId, point_type: pointType }
  })
  const rows = await findLatestAwards(
    db,
    scopes.filter((scope) => scope !== null),
  )
  const latest = new Map(rows.map((row) => [scopeKey(row), row.latest]))
  return outcomes.map((outcome, index) => {
    const [scope, one] = [scopes[index], sent[index]]
    if (outcome.is !== 'refused' || scope == null || one === undefined) return outcome
    const offer = offerOf(facts, one)
    if (offer === undefined) return { ...outcome, cooldowns: [] }
    const latestMadeAt = latest.get(scopeKey(scope)) ?? null
    return { ...outcome, cooldowns: [showCooldown(scope, offer.cooldown_seconds, latestMadeAt, one.receivedAt)] }
  })
}

/**
 * Judges awards in order, each as if it had come alone, and writes the results. The caller holds the locks of their teams'
 * ledgers.
 */
export async function recordAwards(db: Writer, sent: readonly SentAward[]): Promise<AwardOutcome[]> {
  const facts = await readBatchFacts(db, sent)
  const pending: Pending = { entries: [], refusals: [], late: [] }
  const outcomes = sent.map((one) => judge(one, facts, pending))
  const bounded = [...pending.refusals, ...pending.late].map(({ user_id }) => user_id)
  const accounts = bounded.length > 0 ? await lockAccounts(db, bounded) : new Map()
  await settleAll([
    pending.entries.length > 0 && recordEntries(db, pending.entries),
    pending.refusals.length > 0 && recordRefusals(db, pending.refusals, accounts),
    pending.late.length > 0 && keepLateEntries(db, pending.late),
  ])
  return await withCooldowns(db, sent, outcomes, facts)
}
