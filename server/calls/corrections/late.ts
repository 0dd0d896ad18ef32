import { randomUUID } from 'node:crypto'
import { calls } from '#contract/calls'
import { LATE_PAGE } from '#contract/organiser-entities'
import { isSameAward, judgeAward } from '#rules/award'
import { isScanInsideEvent } from '#rules/award-time'
import { latestReceipt } from '#rules/cooldown'
import { ACCEPTED_MEANWHILE, acceptLateErrors } from '#texts/errors'
import { numeral } from '#texts/numbers'
import { audit } from '../../audit'
import type { Correction, Handler } from '../../call-context'
import type { Database, Notify, Reader, Writer } from '../../db/database'
import { recordEntry, voidEntry } from '../../db/ledger'
import {
  findAwardToVoid,
  findBonusAward,
  findCoolingAwards,
  findOffers,
  findOwnAward,
  readAward,
  wasBoothClosed,
} from '../../db/queries/awards'
import { findLateEntry, readLateEntries } from '../../db/queries/late-entries'
import { readSettings } from '../../db/queries/settings'
import { readTouchOf } from '../../db/queries/tags'
import type { LateEntriesTable } from '../../db/tables'
import { Refusal } from '../../refusal'
import { isoTime } from '../../time'
import { confirmBonuses, confirming, writeConfirming } from '../confirm-bonuses'
import { requireActiveTeam } from './guards'

export const listLate: Handler<'listLate'> = async ({ before }, { game }) => {
  const after = before === undefined ? null : await findLateEntry(game.db.read, before)
  // After an unknown entry there is no page.
  if (after === undefined) return { late: [] }
  const rows = await readLateEntries(game.db.read, { after, limit: LATE_PAGE })
  const late = rows.map(({ made_at, received_at, accepted_at, declined_at, ...entry }) => {
    const { late_id, kind, team_id, team_name, vendor_name, label, points } = entry
    return {
      late_id,
      kind,
      team_id,
      team_name,
      vendor_name,
      label,
      points,
      awarded_at: isoTime(made_at),
      received_at: isoTime(received_at),
      accepted: accepted_at !== null,
      declined: declined_at !== null,
    }
  })
  return { late }
}

/** Gives a refusal its text for organisers, if it has one. */
function forOrganiser({ code, details, message }: Refusal): Refusal {
  const texts: Readonly<Record<string, string>> = acceptLateErrors
  return new Refusal(code, details, texts[code] ?? message)
}

/**
 * Records a late award if the rules allow it: the booth offers its type, the event was open, and no
 * cooldown forbids it. Does nothing if it is already recorded.
 */
async function acceptAward(
  db: Writer,
  late: LateEntriesTable,
  reason: string | null,
  now: number,
): Promise<void> {
  const {
    team_id,
    vendor_id,
    point_type,
    points,
    user_id,
    made_at: awarded_at,
    received_at,
    signed,
  } = late
  const known = await findOwnAward(db, late.award_id, user_id)
  const isTaken = known !== undefined && known.user_id !== user_id
  if (known !== undefined && !(isTaken && signed === 1)) {
    if (!isSameAward({ ...late, vendor_id: vendor_id ?? undefined }, known))
      throw new Refusal('AWARD_CONFLICT')
    return
  }
  if (vendor_id === null) throw new Error('a late award has no booth')
  const offer = (await findOffers(db, [vendor_id])).find((one) => one.point_type === point_type)
  if (offer === undefined) throw new Refusal('POINT_TYPE_NOT_ALLOWED')
  const scope = { vendor_id, team_id, point_type }
  const since = awarded_at - offer.cooldown_seconds * 1000
  const recorded = await findCoolingAwards(
    db,
    [{ ...scope, awarded_at: since }],
    latestReceipt(now),
  )
  const verdict = judgeAward({
    queuedMs: 0,
    madeAt: awarded_at,
    isStaffOfBooth: true,
    cooldownSeconds: offer.cooldown_seconds,
    isTeamActive: true,
    event: await readSettings(db),
    boothClosed: wasBoothClosed(offer, awarded_at),
    // Organisers may record entries although results are closed.
    isClosed: false,
    recordedAt: recorded.map((one) => one.awarded_at),
  })
  if (verdict !== 'RECORD') throw new Refusal(verdict)
  const ids = isTaken
    ? { award_id: randomUUID(), sent_id: late.award_id }
    : { award_id: late.award_id }
  await recordEntry(db, {
    ...scope,
    ...ids,
    kind: 'award',
    points,
    user_id,
    nfc_id: null,
    reason,
    awarded_at,
    received_at,
  })
}

/** Records a late bonus, which confirms others as if it had arrived in time (rule 21). */
async function acceptBonus(
  db: Writer,
  late: LateEntriesTable,
  reason: string | null,
  locked: ReadonlySet<string>,
): Promise<void> {
  const { late_id: _id, accepted_at: _accepted, made_at: madeAt, ...content } = late
  const { team_id } = late
  const nfc_id = late.nfc_id ?? ''
  if ((await findBonusAward(db, team_id, nfc_id)) !== undefined) throw new Refusal('TAG_TAKEN')
  const scan = { receivedAt: madeAt, queuedMs: 0, joinedAt: madeAt }
  if (!isScanInsideEvent(scan, await readSettings(db))) throw new Refusal('EVENT_CLOSED')
  const { touch, all } = await readTouchOf(db, { nfc_id, team_id })
  const confirmedBy = touch === undefined ? [] : confirming(all, touch)
  await confirmBonuses(db, nfc_id, confirmedBy, locked)
  const entry = { ...content, kind: 'bonus', awarded_at: madeAt, reason } as const
  await recordEntry(db, entry, confirmedBy.length > 0)
}

/** Finds the ledger entry that a late entry became, or that a late void is meant for. */
async function findRecorded(db: Writer, late: LateEntriesTable) {
  const { kind, award_id, user_id, vendor_id } = late
  if (kind !== 'void') return await findOwnAward(db, award_id, user_id)
  return vendor_id === null ? undefined : await findAwardToVoid(db, { ...late, vendor_id })
}

async function acceptVoid(db: Writer, late: LateEntriesTable, now: number): Promise<void> {
  const known = await findRecorded(db, late)
  if (known === undefined) throw new Refusal('AWARD_NOT_FOUND')
  // Whether the void was made in time (rule 12) was checked when it arrived.
  if (known.voided_at === null)
    await voidEntry(db, known, { voided_at: now, user_id: late.user_id })
}

async function accept(
  db: Writer,
  late: LateEntriesTable,
  reason: string | null,
  now: number,
  locked: ReadonlySet<string>,
): Promise<void> {
  if (late.kind !== 'void') await requireActiveTeam(db, late.team_id)
  switch (late.kind) {
    case 'award':
      return await acceptAward(db, late, reason, now)
    case 'bonus':
      return await acceptBonus(db, late, reason, locked)
    case 'void':
      return await acceptVoid(db, late, now)
  }
}

async function requireLateEntry(db: Reader | Writer, lateId: string): Promise<LateEntriesTable> {
  const late = await findLateEntry(db, lateId)
  if (late === undefined) throw new Refusal('AWARD_NOT_FOUND')
  return late
}

/**
 * Runs a decision on an entry under the locks (`locked`) of its team's ledger and of those whose
 * bonuses it confirms.
 */
async function decide<T>(
  db: Database,
  lateId: string,
  work: (
    db: Writer,
    late: LateEntriesTable,
    notify: Notify,
    locked: ReadonlySet<string>,
  ) => Promise<T>,
): Promise<T> {
  const { team_id } = await requireLateEntry(db.read, lateId)
  return await writeConfirming(db, [team_id], (locked) => async (writer, notify) => {
    return await work(writer, await requireLateEntry(writer, lateId), notify, locked)
  })
}

/** Describes an entry for the audit trail. */
async function describe(
  db: Writer,
  { team_id, point_type, kind, points }: LateEntriesTable,
): Promise<string> {
  const { team_name, label } = await db
    .selectFrom('teams')
    .innerJoin('point_types', (join) => join.on('point_types.point_type', '=', point_type))
    .where('team_id', '=', team_id)
    .select(['team_name', 'label'])
    .executeTakeFirstOrThrow()
  return `${team_name}: ${label}, ${numeral(kind === 'void' ? -points : points)}`
}

/**
 * Rule 17: accepts a late entry, which is judged as if it had arrived when it was made. Accepting
 * it again changes nothing.
 */
export const acceptLate: Correction<'acceptLate'> = async ({ late_id }, { game, by, push }) => {
  const now = game.now()
  const decided = await decide(game.db, late_id, async (db, late, notify, locked) => {
    notify('nobody')
    const { team_id, vendor_id, kind } = late
    const ledgerId = async () => (await findRecorded(db, late))?.award_id ?? late.award_id
    if (late.accepted_at !== null) return { award_id: await ledgerId(), isArrival: false }
    try {
      await accept(db, late, by.reason, now, locked)
    } catch (reason) {
      throw reason instanceof Refusal ? forOrganiser(reason) : reason
    }
    await db
      .updateTable('late_entries')
      .set({ accepted_at: now, declined_at: null })
      .where('late_id', '=', late_id)
      .execute()
    notify({
      of: calls.acceptLate.touches,
      teams: [...locked],
      vendors: vendor_id === null ? [] : [vendor_id],
    })
    const accepted = await ledgerId()
    // A team's history shows an accepted award with its reason from the ledger, and therefore
    // leaves out audit entries that name an award. The reason of an accepted void is only in its
    // audit entry, which names none so that it is shown.
    const award_id = kind === 'void' ? null : accepted
    await audit(db, now, by, {
      what: 'accept_late',
      about: await describe(db, late),
      team_id,
      award_id,
    })
    return { award_id: accepted, isArrival: kind !== 'void' }
  })
  const award = await readAward(game.db.read, decided.award_id)
  if (decided.isArrival) push?.points(award, by.userId)
  return { award }
}

/**
 * Rule 17: declines an entry. It can still be accepted later. An accepted entry cannot be declined,
 * only voided.
 */
export const declineLate: Correction<'declineLate'> = async ({ late_id }, { game, by }) => {
  const now = game.now()
  await decide(game.db, late_id, async (db, late, notify) => {
    notify({ of: calls.declineLate.touches })
    if (late.accepted_at !== null) throw new Refusal('AWARD_CONFLICT', {}, ACCEPTED_MEANWHILE)
    if (late.declined_at !== null) return
    await db
      .updateTable('late_entries')
      .set({ declined_at: now })
      .where('late_id', '=', late_id)
      .execute()
    await audit(db, now, by, {
      what: 'decline_late',
      about: await describe(db, late),
      team_id: late.team_id,
    })
  })
}
