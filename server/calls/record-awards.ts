import { randomUUID } from 'node:crypto'
import { calls } from '#contract/calls'
import type { AwardRefusalCode } from '#contract/codes'
import type { AwardResult, Cooldown } from '#contract/entities'
import { isSameAward, judgeAward } from '#rules/award'
import { BOOTH_CLOSED, errorTexts, handedOutAt } from '#texts/errors'
import { createBatches } from '../db/batches'
import type { Database, Writer } from '../db/database'
import { recordEntries } from '../db/ledger'
import {
  type Offer,
  type RecordedAward,
  showAwardToBooth,
  wasBoothClosed,
} from '../db/queries/awards'
import { showCooldown } from '../db/queries/cooldowns'
import { lockAccounts } from '../db/queries/hourly-rows'
import { addLateEntries, type NewLateEntry } from '../db/queries/late-entries'
import { type RefusalRow, recordRefusals } from '../db/queries/refusals'
import { settleAll } from '../db/statement'
import type { NewEntry } from '../db/tables'
import { tooManyRequests } from '../limits'
import { momentIn } from '../time'
import {
  addCooling,
  type BatchFacts,
  contentKey,
  contentOf,
  findRecorded,
  isTaken,
  offerOf,
  ownKey,
  readBatchFacts,
  type SentAward,
  scopeKey,
} from './award-facts'

/**
 * The result for an award, as sent to the device. `award` is the ledger entry, possibly under an id
 * other than the one sent.
 */
type JudgedAward =
  | Extract<AwardResult, { status: 'OK' }>
  | (Extract<AwardResult, { status: 'KO' }> & {
      readonly award_id: string
      readonly code: AwardRefusalCode
    })

/** The award is not decided: the device keeps it and sends it again after this time (ms). */
interface Undecided {
  readonly status: 'UNDECIDED'
  readonly waitMs: number
}

/** The rows to write once a whole batch is judged. */
interface Pending {
  readonly entries: NewEntry[]
  readonly refusals: RefusalRow[]
  readonly late: NewLateEntry[]
}

/**
 * Returns the time (ms) of the latest recorded award that may block this one; null if there is
 * none.
 */
function latestOf(sent: SentAward, { cooling }: BatchFacts): number | null {
  const recorded = cooling.get(scopeKey(sent)) ?? []
  return recorded.length === 0 ? null : Math.max(...recorded)
}

/** Formats the cooldown after the latest recorded award that may block this one. */
function cooldownsOf(sent: SentAward, facts: BatchFacts): Cooldown[] {
  const offer = offerOf(facts, sent)
  if (offer === undefined) return []
  const { vendor_id, point_type, cooldown_seconds } = offer
  const scope = { vendor_id, team_id: sent.team_id, point_type }
  return [showCooldown(scope, cooldown_seconds, latestOf(sent, facts), sent.received_at)]
}

function refused(
  sent: SentAward,
  code: AwardRefusalCode,
  facts: BatchFacts,
  message: string = errorTexts[code],
): JudgedAward {
  const refusal = { status: 'KO', award_id: sent.award_id, code, message } as const
  if (code !== 'COOLDOWN') return refusal
  const [offer, latest] = [offerOf(facts, sent), latestOf(sent, facts)]
  const isHandedOut = offer?.points === 0 && latest !== null
  const handedOut =
    isHandedOut && handedOutAt(momentIn(facts.event.timeZone, latest, sent.received_at))
  return {
    ...refusal,
    ...(handedOut && { message: handedOut }),
    cooldowns: cooldownsOf(sent, facts),
  }
}

function refuse(
  sent: SentAward,
  code: AwardRefusalCode,
  facts: BatchFacts,
  { refusals }: Pending,
  message?: string,
) {
  const before = facts.refused.get(contentKey(sent))
  if (before !== code)
    refusals.push({
      ...contentOf(sent),
      code,
      made_at: sent.awarded_at,
      refused_at: sent.received_at,
    })
  if (before === undefined) facts.refused.set(contentKey(sent), code)
  return refused(sent, code, facts, message)
}

function isSame(sent: SentAward, { award, user_id }: RecordedAward): boolean {
  return isSameAward(
    { ...sent, vendor_id: sent.namesBooth ? sent.vendor_id : undefined },
    { ...award, user_id },
  )
}

/**
 * Rule 10, before every other rule: answers a recorded award as recorded. A refused award stays
 * refused, because the staff have seen the refusal and a copy of the award may still be in flight.
 * If another person's award already has the sent id, the sent award is AWARD_CONFLICT, unless it was
 * signed by the device of the person who made it. Returns null for an award that the other rules decide.
 */
function answerKnown(sent: SentAward, facts: BatchFacts, pending: Pending): JudgedAward | null {
  const { award_id, user_id } = sent
  const before = facts.refused.get(contentKey(sent))
  const taken = isTaken(sent, facts.recorded)
  const known = findRecorded(sent, facts)
  if (known !== undefined && isSame(sent, known))
    return { status: 'OK', award_id, award: known.award, duplicate: true }
  const isOthers = taken || (facts.signedLate.get(award_id) ?? user_id) !== user_id
  if (known !== undefined || (isOthers && sent.isSigned !== true))
    return refuse(sent, 'AWARD_CONFLICT', facts, pending)
  return before === undefined || (taken && before === 'AWARD_CONFLICT')
    ? null
    : refused(sent, before, facts)
}

/** Rule 17: stores an award for the organiser's decision. */
function addLate(
  sent: SentAward,
  { points }: Offer,
  facts: BatchFacts,
  { late }: Pending,
): JudgedAward {
  const { award_id, user_id, awarded_at: made_at, received_at } = sent
  const signed = Number(sent.isSigned === true)
  late.push({
    ...contentOf(sent),
    kind: 'award',
    points,
    nfc_id: null,
    made_at,
    received_at,
    signed,
  })
  if (signed === 1) facts.signedLate.set(award_id, user_id)
  facts.refused.set(contentKey(sent), 'KEPT_FOR_ORGANISER')
  return refused(sent, 'KEPT_FOR_ORGANISER', facts)
}

function record(
  sent: SentAward,
  offer: Offer,
  facts: BatchFacts,
  { entries }: Pending,
): JudgedAward {
  const { vendor_id, vendor_name, point_type, label, points } = offer
  const { award_id: sentId, team_id, user_id, awarded_at, received_at } = sent
  const team = facts.teams.get(team_id)
  if (team === undefined) throw new Error('an award to record belongs to no active team')
  const taken = isTaken(sent, facts.recorded)
  // Random (rule 23): if the id were derived from the sent id, somebody could compute and take it
  // first.
  const award_id = taken ? randomUUID() : sentId
  const content = { award_id, team_id, vendor_id, point_type, points, awarded_at, received_at }
  entries.push({
    ...content,
    kind: 'award',
    user_id,
    nfc_id: null,
    reason: null,
    sent_id: taken ? sentId : null,
  })
  const award = showAwardToBooth({ ...content, ...team, vendor_name, label, voided_at: null })
  if (taken) facts.ownRecorded.set(ownKey(user_id, sentId), { award, user_id })
  else facts.recorded.set(award_id, { award, user_id })
  addCooling(facts.cooling, content)
  return { status: 'OK', award_id: sentId, award, duplicate: false }
}

/** True for an award of a rehearsal, whose team was deleted by the reset (fault 92). */
const isRehearsed = ({ team_id, awarded_at }: SentAward, { teams, event }: BatchFacts) =>
  !teams.has(team_id) && awarded_at < (event.resetAt ?? 0)

function judge(sent: SentAward, facts: BatchFacts, pending: Pending): JudgedAward {
  const known = answerKnown(sent, facts, pending)
  if (known !== null) return known
  // Check this before every other refusal: at this one the device removes the award of a rehearsal
  // and shows nothing.
  if (isRehearsed(sent, facts)) return refuse(sent, 'TEAM_NOT_FOUND', facts, pending)
  const offer = offerOf(facts, sent)
  const boothClosed = offer !== undefined && wasBoothClosed(offer, sent.awarded_at)
  const verdict = judgeAward({
    queuedMs: sent.queuedMs,
    madeAt: sent.awarded_at,
    isStaffOfBooth: sent.staffOf !== null && sent.vendor_id === sent.staffOf,
    cooldownSeconds: offer?.cooldown_seconds ?? null,
    isTeamActive: facts.teams.has(sent.team_id),
    event: facts.event,
    boothClosed,
    isClosed: facts.event.closedAt !== null || sent.isDoubtful === true,
    recordedAt: facts.cooling.get(scopeKey(sent)) ?? [],
  })
  if (verdict !== 'RECORD' && verdict !== 'KEPT_FOR_ORGANISER') {
    return refuse(
      sent,
      verdict,
      facts,
      pending,
      verdict === 'EVENT_CLOSED' && boothClosed ? BOOTH_CLOSED : undefined,
    )
  }
  if (offer === undefined) throw new Error('no booth offers the type of an award to record')
  return verdict === 'RECORD'
    ? record(sent, offer, facts, pending)
    : addLate(sent, offer, facts, pending)
}

/**
 * Judges awards in order, each as if it had come alone, and writes the results. The caller holds
 * the ledger locks of their teams.
 */
async function recordAwards(
  db: Writer,
  sent: readonly SentAward[],
): Promise<(JudgedAward | Undecided)[]> {
  const facts = await readBatchFacts(db, sent)
  const pending: Pending = { entries: [], refusals: [], late: [] }
  const outcomes = sent.map((one) => judge(one, facts, pending))
  const bounded = [...pending.refusals, ...pending.late].map(({ user_id }) => user_id)
  const accounts = bounded.length > 0 ? await lockAccounts(db, bounded) : new Map()
  const [beyond] = await settleAll([
    pending.late.length > 0 ? addLateEntries(db, pending.late, accounts) : [],
    pending.entries.length > 0 && recordEntries(db, pending.entries),
    pending.refusals.length > 0 && recordRefusals(db, pending.refusals, accounts),
  ])
  if (beyond.length === 0) return outcomes
  const waits = new Map(beyond.map(({ row, waitMs }) => [contentKey(row), waitMs]))
  return outcomes.map((outcome, index) => {
    const waitMs = waits.get(contentKey(sent[index] as SentAward))
    return waitMs === undefined ? outcome : { status: 'UNDECIDED', waitMs }
  })
}

function createAwardQueue(db: Database) {
  const batches = createBatches<SentAward, JudgedAward | Undecided>(async (batch) => {
    const lock = { kind: 'ledger', teamIds: batch.map((one) => one.team_id) } as const
    return await db.write(lock, async (writer, notify) => {
      const outcomes = await recordAwards(writer, batch)
      const recorded = outcomes.flatMap((outcome) =>
        outcome.status === 'OK' && !outcome.duplicate ? [outcome.award] : [],
      )
      // Refusals and duplicates change nothing on any screen.
      notify('nobody')
      if (recorded.length > 0) {
        const teams = recorded.map(({ team_id }) => team_id)
        const vendors = recorded.map(({ vendor_id }) => vendor_id).filter((id) => id !== null)
        notify({ of: calls.awardMany.touches, teams, vendors })
      }
      return outcomes
    })
  })
  const total = { recorded: 0, refused: 0 }
  return {
    assertShare: batches.assertShare,
    /** Numbers of awards waiting, recorded and refused on this server. */
    numbers: () => ({ ...total, waiting: batches.size() }),
    async add(sent: SentAward, owner: string): Promise<JudgedAward> {
      const outcome = await batches.add(sent, owner)
      if (outcome.status === 'UNDECIDED') throw tooManyRequests(outcome.waitMs)
      if (outcome.status === 'OK') total.recorded += outcome.duplicate ? 0 : 1
      else if (outcome.code !== 'KEPT_FOR_ORGANISER') total.refused++
      return outcome
    },
  }
}

const queues = new WeakMap<Database, ReturnType<typeof createAwardQueue>>()

/**
 * Returns the database's queue, which records or refuses awards. Awards that arrive at the same
 * moment are a batch, in which the accounts that sent them take turns. `add` resolves after the
 * commit. If too many awards wait, `add` rejects and `assertShare` throws with `Overloaded`. `add`
 * rejects with TOO_MANY_REQUESTS if too many of the account's awards came late (rule 17).
 */
export function awardQueue(db: Database) {
  const queue = queues.get(db) ?? createAwardQueue(db)
  queues.set(db, queue)
  return queue
}
