import { randomUUID } from 'node:crypto'
import { calls, type ParsedInput } from '#contract/calls'
import { type AwardRefusalCode, REFUSED_FOR_GOOD } from '#contract/codes'
import type { AwardResult, Cooldown } from '#contract/entities'
import { isSameAward, judgeAward } from '#rules/award'
import { latestReceipt } from '#rules/cooldown'
import { BOOTH_CLOSED, errorTexts, handedOutAt } from '#texts/errors'
import type { Caller } from '../call-context'
import { createBatches } from '../db/batches'
import type { Database, Writer } from '../db/database'
import { recordEntries } from '../db/ledger'
import {
  findActiveTeams,
  findAwards,
  findAwardsSentAs,
  findCoolingAwards,
  findOffers,
  type Offer,
  type RecordedAward,
  type Scope,
  showAwardToBooth,
  wasBoothClosed,
} from '../db/queries/awards'
import { showCooldown } from '../db/queries/cooldowns'
import { lockAccounts } from '../db/queries/hourly-rows'
import { addLateEntries, type NewLateEntry } from '../db/queries/late-entries'
import { findRefusals, type RefusalRow, recordRefusals } from '../db/queries/refusals'
import { type CurrentSettings, readSettings } from '../db/queries/settings'
import { settleAll } from '../db/statement'
import type { NewEntry } from '../db/tables'
import { tooManyRequests } from '../limits'
import { Refusal } from '../refusal'
import { momentIn } from '../time'

/** One award as received, with the field names shared by call and ledger. */
export interface SentAward {
  readonly award_id: string
  readonly team_id: string
  readonly point_type: string
  /** The booth it was made for: the one named by the device, else the caller's. */
  readonly vendor_id: string | null
  readonly namesBooth: boolean
  /** The account that gave it, and the booth whose staff the account is. */
  readonly user_id: string
  readonly staffOf: string | null
  readonly queuedMs: number
  /** ms since the epoch: receipt minus `queuedMs`. */
  readonly awarded_at: number
  readonly received_at: number
  /** True if a device of its maker signed it, so that no other award can have taken its id. */
  readonly isSigned?: boolean
  /** True if a revoked device signed it: it may be dated back, so it comes late as if results were closed (rule 17). */
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
 * The result for an award, as sent to the device. `award` is the ledger entry, possibly under an id
 * other than the one sent.
 */
type JudgedAward =
  | Extract<AwardResult, { status: 'OK' }>
  | (Extract<AwardResult, { status: 'KO' }> & {
      readonly award_id: string
      readonly code: AwardRefusalCode
    })

/** The device keeps the award and sends it again after this time (ms). */
interface Undecided {
  readonly status: 'UNDECIDED'
  readonly waitMs: number
}

/** The data for judging a batch. Updated after each verdict, because awards are judged in order. */
interface BatchFacts {
  readonly event: CurrentSettings
  /** Recorded awards by id. */
  readonly recorded: Map<string, RecordedAward>
  /** Awards whose own id another award has taken, by `ownKey`. */
  readonly ownRecorded: Map<string, RecordedAward>
  /** Codes of earlier refusals, or of having come late, by `contentKey`. */
  readonly refused: Map<string, AwardRefusalCode>
  /** Signers of late awards by award id; nobody else may use such an id (rule 17). */
  readonly signedLate: Map<string, string>
  /** Teams that are not disbanded. */
  readonly teams: ReadonlyMap<string, Awaited<ReturnType<typeof findActiveTeams>>[number]>
  /** The booths' offers, by booth and point type. */
  readonly offers: ReadonlyMap<string, Offer>
  /** Times (ms) of recorded, unvoided awards since the start of the cooldown, by `scopeKey`. */
  readonly cooling: Map<string, number[]>
}

// Ids contain no control characters (`contract/fields.ts`), so joined parts are unambiguous.
const key = (...parts: readonly (string | null)[]) => parts.join('\n')

type SentContent = Pick<RefusalRow, 'award_id' | 'user_id' | 'vendor_id' | 'team_id' | 'point_type'>

/** Identifies an award by its content, without the time made. */
function contentKey({ award_id, user_id, vendor_id, team_id, point_type }: SentContent): string {
  return key(award_id, user_id, vendor_id, team_id, point_type)
}

/** Identifies an award by its author and the id that was sent. */
const ownKey = (userId: string | null, sentId: string | null) => key(sentId, userId)

function contentOf({ award_id, user_id, vendor_id, team_id, point_type }: SentAward): SentContent {
  return { award_id, user_id, vendor_id, team_id, point_type }
}

function scopeKey({
  vendor_id,
  team_id,
  point_type,
}: Omit<Scope, 'vendor_id'> & { readonly vendor_id: string | null }): string {
  return key(vendor_id, team_id, point_type)
}

function offerOf(
  { offers }: Pick<BatchFacts, 'offers'>,
  { vendor_id, point_type }: SentAward,
): Offer | undefined {
  return offers.get(key(vendor_id, point_type))
}

const unique = (ids: readonly (string | null)[]) => [...new Set(ids)].filter((id) => id !== null)

/** Computes from when a recorded award could block one of these, or set the end of a cooldown. */
function spansOf(sent: readonly SentAward[], facts: Pick<BatchFacts, 'offers' | 'recorded'>) {
  return sent.flatMap((one) => {
    const { vendor_id, team_id, point_type, awarded_at } = one
    const pauseMs = (offerOf(facts, one)?.cooldown_seconds ?? 0) * 1000
    const isKnown = facts.recorded.has(one.award_id) && one.isSigned !== true
    if (pauseMs === 0 || vendor_id === null || isKnown) return []
    return [{ vendor_id, team_id, point_type, awarded_at: awarded_at - pauseMs }]
  })
}

/** Loads everything that a batch needs, in a fixed number of statements. */
async function readBatchFacts(db: Writer, sent: readonly SentAward[]): Promise<BatchFacts> {
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

function addCooling(
  cooling: BatchFacts['cooling'],
  award: Parameters<typeof scopeKey>[0] & { awarded_at: number },
): void {
  const scope = scopeKey(award)
  cooling.set(scope, [...(cooling.get(scope) ?? []), award.awarded_at])
}

/** The rows to write once a whole batch is judged. */
interface Pending {
  readonly entries: NewEntry[]
  readonly refusals: RefusalRow[]
  readonly late: NewLateEntry[]
}

/** Time (ms) of the latest award that blocks this one. */
function latestOf(sent: SentAward, { cooling }: BatchFacts): number | null {
  const recorded = cooling.get(scopeKey(sent)) ?? []
  return recorded.length === 0 ? null : Math.max(...recorded)
}

/** The cooldown after the latest award that blocks this one. */
function pausesOf(sent: SentAward, facts: BatchFacts): Cooldown[] {
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
  return { ...refusal, ...(handedOut && { message: handedOut }), cooldowns: pausesOf(sent, facts) }
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

/** Whether another person's award has taken this id. */
function isTaken({ award_id, user_id }: SentAward, recorded: BatchFacts['recorded']): boolean {
  const known = recorded.get(award_id)
  return known !== undefined && known.user_id !== user_id
}

/** Finds this award if it is already recorded; ignores another person's. */
function findRecorded(
  sent: SentAward,
  { recorded, ownRecorded }: BatchFacts,
): RecordedAward | undefined {
  return isTaken(sent, recorded)
    ? ownRecorded.get(ownKey(sent.user_id, sent.award_id))
    : recorded.get(sent.award_id)
}

/**
 * Rule 10, before every other rule: answers a recorded award as recorded. A refused one stays
 * refused, because the staff have seen the refusal and a copy of the award may still be in flight.
 * An id taken by another person is AWARD_CONFLICT, except for the device that signed the award:
 * another person's award cannot bind it.
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
  if (team === undefined) throw new Error('recorded without a team')
  const taken = isTaken(sent, facts.recorded)
  // Random: an id derived from the sent one could be taken beforehand (rule 23).
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

function judge(sent: SentAward, facts: BatchFacts, pending: Pending): JudgedAward {
  const known = answerKnown(sent, facts, pending)
  if (known !== null) return known
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
  if (offer === undefined) throw new Error('recorded without an offer')
  return verdict === 'RECORD'
    ? record(sent, offer, facts, pending)
    : addLate(sent, offer, facts, pending)
}

/**
 * Judges awards in order, each as if it had come alone, and writes the results. The caller holds the locks of their teams'
 * ledgers.
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
 * Records or refuses awards, batched with all others that arrive at the same moment, in turns over
 * the accounts that sent them.
 * `add` resolves after the commit. Both reject with `Overloaded` if too many wait; `add` rejects
 * with TOO_MANY_REQUESTS if too many of the account's awards came late (rule 17).
 */
export function awardQueue(db: Database) {
  const queue = queues.get(db) ?? createAwardQueue(db)
  queues.set(db, queue)
  return queue
}
