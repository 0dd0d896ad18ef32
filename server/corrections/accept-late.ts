import { calls } from '#contract/calls'
import { isSameAward } from '#rules/award'
import { isScanInsideEvent } from '#rules/award-time'
import { ACCEPTED_MEANWHILE, acceptLateErrors } from '#texts/errors'
import { numeral } from '#texts/nouns'
import type { Writer } from '../db/database'
import { recordEntry, voidEntry } from '../db/ledger'
import { findBonusAward, findOwnAward, ownIdOf, readAward } from '../db/queries/awards'
import { findLateEntry } from '../db/queries/late-entries'
import { readSettings } from '../db/queries/settings'
import type { LateEntriesTable } from '../db/tables'
import { Refusal } from '../refusal'
import { recordJudged } from './awards'
import { audit, type By, type CorrectionGame, requireActiveTeam } from './correction'

/** In the words for an organiser, where there are such. */
function refusal({ code, details, message }: Refusal): Refusal {
  const texts: Readonly<Record<string, string>> = acceptLateErrors
  return new Refusal(code, details, texts[code] ?? message)
}

async function acceptAward(db: Writer, late: LateEntriesTable, reason: string | null): Promise<void> {
  const { team_id, vendor_id, point_type, points, user_id, made_at, received_at, signed } = late
  const known = await findOwnAward(db, late.award_id, user_id)
  const isTaken = known !== undefined && known.user_id !== user_id
  if (known !== undefined && !(isTaken && signed === 1)) {
    if (!isSameAward({ ...late, vendor_id: vendor_id ?? undefined }, known)) throw new Refusal('AWARD_CONFLICT')
    return
  }
  if (vendor_id === null) throw new Error('an award of no booth')
  const award_id = isTaken ? ownIdOf(user_id, late.award_id) : late.award_id
  const entry = { award_id, team_id, vendor_id, point_type, points, user_id, reason, awarded_at: made_at, received_at }
  await recordJudged(db, entry, 0)
}

async function acceptBonus(db: Writer, late: LateEntriesTable, reason: string | null): Promise<void> {
  const { late_id: _id, accepted_at: _accepted, made_at: madeAt, ...content } = late
  if ((await findBonusAward(db, late.team_id, late.nfc_id ?? '')) !== undefined) throw new Refusal('TAG_TAKEN')
  const scan = { receivedAt: madeAt, queuedMs: 0, joinedAt: madeAt }
  if (!isScanInsideEvent(scan, await readSettings(db))) throw new Refusal('EVENT_CLOSED')
  await recordEntry(db, { ...content, kind: 'bonus', awarded_at: madeAt, reason })
}

async function acceptVoid(db: Writer, late: LateEntriesTable, now: number): Promise<void> {
  const known = await findOwnAward(db, late.award_id, late.user_id)
  if (known === undefined) throw new Refusal('AWARD_NOT_FOUND')
  // Its ten minutes were judged as it arrived.
  if (known.voided_at === null) await voidEntry(db, known, { voided_at: now, user_id: late.user_id })
}

async function accept(db: Writer, late: LateEntriesTable, reason: string | null, now: number): Promise<void> {
  if (late.kind !== 'void') await requireActiveTeam(db, late.team_id)
  switch (late.kind) {
    case 'award':
      return await acceptAward(db, late, reason)
    case 'bonus':
      return await acceptBonus(db, late, reason)
    case 'void':
      return await acceptVoid(db, late, now)
  }
}

/** Rule 17: counts what came late, judged as if it had arrived at its time made. Accepting it again changes nothing. Returns the award's id. */
export async function acceptLate(game: CorrectionGame, by: By, lateId: string): Promise<string> {
  const now = game.now()
  const found = await findLateEntry(game.db.read, lateId)
  if (found === undefined) throw new Refusal('AWARD_NOT_FOUND')
  const { team_id, vendor_id, user_id } = found
  return await game.db.write({ on: 'ledger', teamIds: [team_id] }, async (db, notify) => {
    notify('nobody')
    const late = await findLateEntry(db, lateId)
    if (late === undefined) throw new Refusal('AWARD_NOT_FOUND')
    const ledgerId = async () => (await findOwnAward(db, late.award_id, user_id))?.award_id ?? late.award_id
    if (late.accepted_at !== null) return await ledgerId()
    try {
      await accept(db, late, by.reason, now)
    } catch (reason) {
      throw reason instanceof Refusal ? refusal(reason) : reason
    }
    await db.updateTable('late_entries').set({ accepted_at: now, declined_at: null }).where('late_id', '=', lateId).execute()
    notify({ of: calls.acceptLate.touches, teams: [team_id], vendors: vendor_id === null ? [] : [vendor_id] })
    const awardId = await ledgerId()
    const { team_name, label } = await readAward(db, awardId)
    const isVoid = late.kind === 'void'
    const about = `${team_name}: ${label}, ${numeral(isVoid ? -late.points : late.points)}`
    // A team's history has recorded awards with their reasons from the ledger, and the void's from here.
    await audit(db, now, by, { what: 'accept_late', about, team_id, award_id: isVoid ? null : awardId })
    return awardId
  })
}

/** Rule 17: settles that an entry does not count. It can still be accepted; one that is accepted already can be voided. */
export async function declineLate(game: CorrectionGame, by: By, lateId: string): Promise<void> {
  const now = game.now()
  const found = await findLateEntry(game.db.read, lateId)
  if (found === undefined) throw new Refusal('AWARD_NOT_FOUND')
  await game.db.write({ on: 'ledger', teamIds: [found.team_id] }, async (db, notify) => {
    notify({ of: calls.declineLate.touches })
    const late = await findLateEntry(db, lateId)
    if (late === undefined) throw new Refusal('AWARD_NOT_FOUND')
    if (late.accepted_at !== null) throw new Refusal('AWARD_CONFLICT', {}, ACCEPTED_MEANWHILE)
    if (late.declined_at !== null) return
    await db.updateTable('late_entries').set({ declined_at: now }).where('late_id', '=', lateId).execute()
    const { team_name, label } = await nameLateEntry(db, late)
    const about = `${team_name}: ${label}, ${numeral(late.kind === 'void' ? -late.points : late.points)}`
    await audit(db, now, by, { what: 'decline_late', about, team_id: late.team_id })
  })
}

async function nameLateEntry(db: Writer, { team_id, point_type }: LateEntriesTable) {
  return await db
    .selectFrom('teams')
    .innerJoin('point_types', (join) => join.on('point_types.point_type', '=', point_type))
    .where('team_id', '=', team_id)
    .select(['team_name', 'label'])
    .executeTakeFirstOrThrow()
}
