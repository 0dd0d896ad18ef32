import { randomUUID } from 'node:crypto'
import { calls } from '#contract/calls'
import { ADJUSTMENT_TYPE } from '#contract/entities'
import { ADJUSTED_BEFORE, moveAwardErrors } from '#texts/errors'
import { ADJUSTMENT } from '#texts/nouns'
import { numeral, signed } from '#texts/numbers'
import { audit } from '../../audit'
import type { Correction } from '../../call-context'
import type { Reader, Writer } from '../../db/database'
import { isBonusConfirmed, recordEntry, voidEntry } from '../../db/ledger'
import { findAward, findBonusAward, readAward } from '../../db/queries/awards'
import type { AwardsTable } from '../../db/tables'
import { Refusal } from '../../refusal'
import { requireActiveTeam } from './guards'

/**
 * Returns the tag under which a moved bonus is recorded for the team; null if a voided entry of the
 * team has the tag, because a team has a tag only once (rule 11). Throws TAG_TAKEN if an entry that
 * is not voided has it.
 */
async function tagFor(db: Writer, teamId: string, nfcId: string | null): Promise<string | null> {
  const collected = nfcId === null ? undefined : await findBonusAward(db, teamId, nfcId)
  if (collected === undefined) return nfcId
  if ((await findAward(db, collected))?.voided_at == null)
    throw new Refusal('TAG_TAKEN', {}, moveAwardErrors.collected)
  return null
}

async function requireAward(db: Reader | Writer, awardId: string) {
  const award = await findAward(db, awardId)
  if (award === undefined) throw new Refusal('AWARD_NOT_FOUND')
  return award
}

async function findMoved(
  db: Reader | Writer,
  awardId: string,
): Promise<Pick<AwardsTable, 'award_id' | 'team_id'> | undefined> {
  const moved = db
    .selectFrom('awards')
    .where('moved_from', '=', awardId)
    .select(['award_id', 'team_id'])
  return await moved.executeTakeFirst()
}

const boothIdsOf = ({ vendor_id }: AwardsTable) => (vendor_id === null ? [] : [vendor_id])

/**
 * Moves a ledger entry to the team that earned it: in one transaction, voids it for the old team
 * and records it for the new team, with its original time and points and regardless of cooldowns.
 * Repeating the move changes nothing.
 */
export const moveAward: Correction<'moveAward'> = async (
  { award_id, team_id },
  { game, by, push },
) => {
  const now = game.now()
  const from = (await requireAward(game.db.read, award_id)).team_id
  const moved = await game.db.write(
    { kind: 'ledger', teamIds: [from, team_id] },
    async (db, notify) => {
      notify('nobody')
      const team = await requireActiveTeam(db, team_id)
      const before = await findMoved(db, award_id)
      if (before?.team_id === team_id) return { award_id: before.award_id, isNew: false }
      if (team.hidden_at !== null) throw new Refusal('TEAM_NOT_FOUND', {}, moveAwardErrors.hidden)
      const { voided_at, ...entry } = await requireAward(db, award_id)
      if (entry.team_id === team_id)
        throw new Refusal('INVALID_INPUT', { fields: { team_id: moveAwardErrors.sameTeam } })
      if (voided_at !== null) throw new Refusal('AWARD_CONFLICT', {}, moveAwardErrors.voided)
      await voidEntry(db, entry, { voided_at: now, user_id: by.userId })
      const nfc_id = await tagFor(db, team_id, entry.nfc_id)
      const own = { award_id: randomUUID(), sent_id: null, moved_from: award_id, reason: by.reason }
      // A bonus counts from when it was received (rule 8).
      const received_at = entry.kind === 'bonus' ? entry.received_at : now
      await recordEntry(
        db,
        { ...entry, ...own, team_id, nfc_id, received_at },
        await isBonusConfirmed(db, award_id),
      )
      notify({ of: calls.moveAward.touches, teams: [from, team_id], vendors: boothIdsOf(entry) })
      const { team_name, label } = await readAward(db, award_id)
      const about = `${team_name} → ${team.team_name}: ${label}, ${numeral(entry.points)}`
      await audit(db, now, by, { what: 'move_award', about, team_id: from, award_id })
      return { award_id: own.award_id, isNew: true }
    },
  )
  const award = await readAward(game.db.read, moved.award_id)
  if (moved.isNew) push?.points(award, by.userId)
  return { award }
}

/**
 * Creates the point type of adjustments if it is missing: before its first adjustment an event has
 * only the types of its file.
 */
async function ensureAdjustmentType(db: Writer): Promise<void> {
  await db
    .insertInto('point_types')
    .values({
      point_type: ADJUSTMENT_TYPE,
      label: ADJUSTMENT,
      points: 0,
      cooldown_seconds: 0,
      position: -1,
    })
    .onConflict((conflict) => conflict.column('point_type').doNothing())
    .execute()
}

/** Rule 14: adds or subtracts points. A repeated call with the same id counts once. */
export const adjustPoints: Correction<'adjustPoints'> = async (
  { team_id, points, adjustment_id: award_id },
  { game, by, push },
) => {
  const now = game.now()
  const isNew = await game.db.write({ kind: 'ledger', teamIds: [team_id] }, async (db, notify) => {
    notify('nobody')
    const known = await findAward(db, award_id)
    if (known !== undefined) {
      const isSame =
        known.kind === 'adjustment' && known.team_id === team_id && known.points === points
      if (!isSame) throw new Refusal('AWARD_CONFLICT', {}, ADJUSTED_BEFORE)
      return false
    }
    const team = await requireActiveTeam(db, team_id)
    await ensureAdjustmentType(db)
    await recordEntry(db, {
      award_id,
      kind: 'adjustment',
      team_id,
      point_type: ADJUSTMENT_TYPE,
      points,

      awarded_at: now,
      received_at: now,
      user_id: by.userId,
      reason: by.reason,
      vendor_id: null,
      nfc_id: null,
    })
    notify({ of: calls.adjustPoints.touches, teams: [team_id] })
    await audit(db, now, by, {
      what: 'adjust',
      about: `${team.team_name}: ${signed(points)}`,
      team_id,
      award_id,
    })
    return true
  })
  const award = await readAward(game.db.read, award_id)
  if (isNew) push?.points(award, by.userId)
  return { award }
}

/** Voids any entry of the ledger, at any time. Voiding it again succeeds. */
export const voidAnyAward: Correction<'voidAnyAward'> = async ({ award_id }, { game, by }) => {
  const now = game.now()
  const { team_id } = await requireAward(game.db.read, award_id)
  await game.db.write({ kind: 'ledger', teamIds: [team_id] }, async (db, notify) => {
    const known = await requireAward(db, award_id)
    notify('nobody')
    if (known.voided_at !== null) return
    await voidEntry(db, known, { voided_at: now, user_id: by.userId })
    const { team_name, label } = await readAward(db, award_id)
    notify({ of: calls.voidAnyAward.touches, teams: [team_id], vendors: boothIdsOf(known) })
    const about = `${team_name}: ${label}, ${numeral(known.points)}`
    await audit(db, now, by, { what: 'void_award', about, team_id, award_id })
  })
  return { award: await readAward(game.db.read, award_id) }
}
