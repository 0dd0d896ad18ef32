import { randomUUID } from 'node:crypto'
import { calls } from '#contract/calls'
import type { RuleCode } from '#contract/codes'
import type { Nfc } from '#contract/entities'
import {
  type EventWindow,
  isScanInsideEvent,
  isTooOld,
  type PlayerScan,
  scanMadeAt,
} from '#rules/award-time'
import { isTouchReplayed } from '#rules/tag-touch'
import type { Handler } from '../call-context'
import type { Work, Writer } from '../db/database'
import { recordEntry } from '../db/ledger'
import { findBonusAward, readAward } from '../db/queries/awards'
import { addIfLate } from '../db/queries/late-entries'
import { readSettings } from '../db/queries/settings'
import {
  bindUid,
  findTag,
  insertTouch,
  isHiddenFrom,
  readTouches,
  recordTagRefusal,
  showTag,
} from '../db/queries/tags'
import { findTeamOf } from '../db/queries/teams'
import type { Tables } from '../db/tables'
import type { Game } from '../game'
import { countGuesses } from '../limits'
import { Refusal } from '../refusal'
import { readProof, type SentProof } from '../tag-proof/read-proof'
import type { TagKeys } from '../tag-proof/tag-keys'
import { isoTimeOrNull } from '../time'
import { confirmBonuses, confirming, writeConfirming } from './confirm-bonuses'

/** Reads a tag. A player's scan of a bonus also collects it (rule 11). */
export const scan: Handler<'scan'> = async (input, { game, caller, limits, push }) => {
  const { nfc_id, nfc_type, queued_ms, user_id, picc, cmac } = input
  if (user_id !== undefined && user_id !== caller.userId) throw new Refusal('OTHER_ACCOUNT')
  const tag = await countGuesses(limits, caller, async () => {
    const found = await findTag(game.db.read, nfc_id)
    if (found === undefined) throw new Refusal('TAG_NOT_FOUND')
    if (!caller.organiser && (await isHiddenFrom(game.db.read, found, caller.userId)))
      throw new Refusal('TAG_NOT_FOUND')
    return found
  })
  if (nfc_type !== undefined && nfc_type !== tag.nfc_type) throw new Refusal('TAG_WRONG_TYPE')
  const nfc = await showTag(game.db.read, tag)
  if (tag.nfc_type !== 'bonus' || caller.vendorId !== null || caller.organiser) return { nfc }
  const collected = await collectBonus(game, caller.userId, tag, {
    queuedMs: queued_ms ?? 0,
    proof: { picc, cmac },
  })
  if (collected.award !== null && !collected.already_collected)
    push.points(collected.award, caller.userId)
  return { nfc: { ...nfc, ...collected } }
}

/** A team's use of a touch. `made_at` is the time that the scan claims. */
type TouchUse = Pick<
  Tables['tag_touches'],
  'nfc_id' | 'team_id' | 'user_id' | 'made_at' | 'received_at'
>

async function readFoundedAt(db: Writer, teamId: string): Promise<number> {
  const team = db.selectFrom('teams').where('team_id', '=', teamId).select('created_at')
  return (await team.executeTakeFirstOrThrow()).created_at
}

/** A touch whose proof is valid. */
interface ProvenTouch {
  /** The touch to store; null if the team has already used it. */
  readonly fresh: Tables['tag_touches'] | null
  /**
   * The teams whose touches agree with this one about its time, so that each confirms the other
   * (rule 21).
   */
  readonly confirmedBy: readonly string[]
}

/** The touch of a tag that needs no proof. */
const UNSIGNED: ProvenTouch = { fresh: null, confirmedBy: [] }

/**
 * Checks the proof of a touch and binds its chip to the tag, in the caller's transaction. Throws
 * TAG_NOT_PROVEN if the proof is not valid for this tag; TAG_REPLAYED if another team has used it or
 * the claimed time is wrong.
 */
async function acceptProof(
  db: Writer,
  keys: TagKeys,
  proof: SentProof,
  use: TouchUse,
): Promise<ProvenTouch> {
  const pair = keys(use.nfc_id)
  const touch = pair === null ? null : readProof(pair, proof)
  if (touch === null || !(await bindUid(db, use.nfc_id, touch.uid)))
    throw new Refusal('TAG_NOT_PROVEN')
  const known = await readTouches(db, touch.uid)
  const used = known.find(({ counter }) => counter === touch.counter)
  if (used?.teamId === use.team_id) return { fresh: null, confirmedBy: confirming(known, used) }
  // The team cannot have touched a tag before it was founded (rule 21).
  const made_at = Math.max(use.made_at, await readFoundedAt(db, use.team_id))
  if (used !== undefined || isTouchReplayed({ ...touch, madeAt: made_at }, known))
    throw new Refusal('TAG_REPLAYED')
  const agreed = { ...touch, userId: use.user_id, madeAt: made_at }
  return { fresh: { ...touch, ...use, made_at }, confirmedBy: confirming(known, agreed) }
}

/** Returns why a scan is outside the event; null if it is inside. */
function outsideEvent(scan: PlayerScan, event: EventWindow): Refusal | null {
  if (isTooOld(scan.queuedMs)) return new Refusal('AWARD_TOO_OLD')
  return isScanInsideEvent(scan, event) ? null : new Refusal('EVENT_CLOSED')
}

const UNPROVEN: ReadonlySet<RuleCode> = new Set(['TAG_NOT_PROVEN', 'TAG_REPLAYED'])

type Collected = Pick<Nfc, 'award' | 'already_collected'>

async function pointsOf(db: Writer, pointType: string): Promise<number> {
  const type = await db
    .selectFrom('point_types')
    .where('point_type', '=', pointType)
    .select('points')
    .executeTakeFirstOrThrow()
  return type.points
}

interface Scan {
  readonly queuedMs: number
  readonly proof: SentProof
}

/**
 * Returns the refusal of a scan with a proof, so that the transaction commits and the chip stays
 * bound. Throws that of any other scan, which changed nothing.
 */
function afterProof(refusal: Refusal, hasProof: boolean): Refusal {
  if (!hasProof) throw refusal
  return refusal
}

/**
 * Rule 11: collects a bonus, which counts once per team, whichever member scans the tag. If the
 * team already has it, returns it without checking any other rule. Once results are closed an
 * organiser decides on it (rule 17).
 */
async function collectBonus(
  game: Game,
  userId: string,
  tag: Tables['tags'],
  { queuedMs, proof }: Scan,
): Promise<Collected> {
  const receivedAt = game.now()
  const membership = await findTeamOf(game.db.read, userId)
  if (membership === undefined) throw new Refusal('NOT_IN_TEAM')
  const { team_id, joined_at: joinedAt } = membership
  const scan = { receivedAt, queuedMs, joinedAt }
  const { nfc_id, point_type } = tag
  if (point_type === null) throw new Error('a bonus tag has no point type')

  const collect = async (db: Writer, locked: ReadonlySet<string>): Promise<Collected | Refusal> => {
    const settings = await readSettings(db)
    if (receivedAt - queuedMs < (settings.resetAt ?? 0)) throw new Refusal('EVENT_CLOSED')
    // The touch is stored with the claimed time even if the player joined the team later: that is
    // when the tag was touched.
    const use = {
      nfc_id,
      team_id,
      user_id: userId,
      made_at: receivedAt - queuedMs,
      received_at: receivedAt,
    }
    const { fresh, confirmedBy } =
      tag.proof === null ? UNSIGNED : await acceptProof(db, game.tagKeys, proof, use)
    const [award_id, madeAt] = [randomUUID(), scanMadeAt(scan)]
    const bonus = {
      award_id,
      kind: 'bonus',
      team_id,
      vendor_id: null,
      point_type,
      user_id: userId,
      nfc_id,
    } as const
    const content = { ...bonus, points: await pointsOf(db, point_type), received_at: receivedAt }
    if (await addIfLate(db, { ...content, made_at: madeAt }, settings.closedAt !== null)) {
      if (fresh !== null) await insertTouch(db, fresh)
      return new Refusal('KEPT_FOR_ORGANISER')
    }
    const outside = outsideEvent(scan, settings)
    if (outside !== null) return afterProof(outside, tag.proof !== null)
    if (fresh !== null) await insertTouch(db, fresh)
    await confirmBonuses(db, nfc_id, confirmedBy, locked)
    await recordEntry(db, { ...content, awarded_at: madeAt, reason: null }, confirmedBy.length > 0)
    return { award: await readAward(db, award_id), already_collected: false }
  }
  const collecting = writeConfirming(game.db, [team_id], (locked) => async (db, notify) => {
    const known = await findBonusAward(db, team_id, nfc_id)
    if (known !== undefined) {
      notify('nobody')
      return { award: await readAward(db, known), already_collected: true }
    }
    const result = await collect(db, locked)
    const isRecorded = !(result instanceof Refusal)
    notify(isRecorded ? { of: calls.scan.touches, teams: [...locked] } : 'nobody')
    return result
  })
  const collected = await collecting.catch(async (reason: unknown) => {
    if (reason instanceof Refusal && UNPROVEN.has(reason.code)) {
      await recordTagRefusal(game.db, { nfc_id, team_id, refused_at: receivedAt }).catch(
        () => undefined,
      )
    }
    throw reason
  })
  if (collected instanceof Refusal) throw collected
  return collected
}

/**
 * Lists tags that this booth's staff may write: all team tags and the booth's own tags, except tags
 * with a proof, which writing would destroy.
 */
export const listTags: Handler<'listTags'> = async (_input, { game, caller }) => {
  const rows = await game.db.read
    .selectFrom('tags')
    .where((eb) => eb.or([eb('nfc_type', '=', 'team'), eb('vendor_id', '=', caller.vendorId)]))
    .where('proof', 'is', null)
    .orderBy('nfc_id')
    .select(['nfc_id', 'nfc_type', 'written_at'])
    .execute()
  return {
    tags: rows.map((row) => ({ ...row, written_at: isoTimeOrNull(row.written_at) })),
  }
}

export const markTagWritten: Handler<'markTagWritten'> = async (
  { nfc_id },
  { game, caller, limits },
) => {
  const now = game.now()
  const mark: Work<void> = async (db, notify) => {
    const tag = await findTag(db, nfc_id)
    if (tag === undefined) throw new Refusal('TAG_NOT_FOUND')
    const isOwn = tag.nfc_type === 'team' || tag.vendor_id === caller.vendorId
    // The same tags as in `listTags`.
    if (!isOwn || tag.proof !== null) throw new Refusal('FORBIDDEN')
    await db
      .updateTable('tags')
      .set({ written_at: now, written_by: caller.userId })
      .where('nfc_id', '=', nfc_id)
      .execute()
    notify({ of: calls.markTagWritten.touches, to: 'staff' })
  }
  await countGuesses(limits, caller, () => game.db.write({ kind: 'roster' }, mark))
}
