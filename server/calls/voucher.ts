import {
  importPublicKey,
  isSigned,
  type Key,
  type ParsedVoucher,
  parseVoucher,
} from '#contract/voucher'
import { isAheadOfTime } from '#rules/award-time'
import { clampTime } from '#rules/time-range'
import { fieldTexts } from '#texts/fields'
import type { Handler } from '../call-context'
import type { Reader } from '../db/database'
import { readAward } from '../db/queries/awards'
import { findTeamOf } from '../db/queries/teams'
import {
  deviceIdOf,
  enterDevice,
  findDevice,
  readStaffTimes,
  recordDeviceUse,
} from '../db/queries/voucher-signers'
import type { Game } from '../game'
import { count } from '../limits'
import { hashSecret } from '../random'
import { Refusal } from '../refusal'
import type { SentAward } from './award-facts'
import { awardQueue } from './record-awards'

/**
 * Registers the key of a booth's device for this session. If the same person registers the same key
 * again, it is the same device, and stays revoked if it was revoked.
 */
export const registerDevice: Handler<'registerDevice'> = async (
  { public_key },
  { game, caller, limits, session },
) => {
  if ((await importPublicKey(public_key)) === null) {
    throw new Refusal('INVALID_INPUT', { fields: { public_key: fieldTexts.invalid } })
  }
  const device_id = await deviceIdOf(game.db, caller.userId, public_key)
  const now = game.now()
  const token_hash = hashSecret(session.token ?? '')
  const known = await findDevice(game.db.read, device_id, game.expiryNow())
  if (known?.isRevoked === true) return { device_id, revoked: true }
  if (known?.token_hash === token_hash) return { device_id }
  if (known === undefined) count(limits.devicesRegistered, caller.userId)
  const revoked = await game.db.write({ kind: 'accounts' }, async (db, notify) => {
    notify('nobody')
    // Whoever ends a person's sessions also revokes their devices: a call of an ended session must
    // not register a new device.
    const ofSession = db.selectFrom('sessions').where('token_hash', '=', token_hash)
    if ((await ofSession.select('token_hash').executeTakeFirst()) === undefined)
      throw new Refusal('NOT_AUTHENTICATED')
    return await enterDevice(db, {
      device_id,
      user_id: caller.userId,
      public_key,
      token_hash,
      registered_at: now,
    })
  })
  return revoked ? { device_id, revoked } : { device_id }
}

/**
 * Keys by device id. A device's id is derived from its key, so its key never changes. With this
 * cache a forged voucher costs no query.
 */
const keys = new Map<string, Key>()
/** Maximum number of cached keys: more than the devices of an event. */
const CACHED_MAX = 1_000

async function keyOf(db: Reader, deviceId: string): Promise<Key | null> {
  const known = keys.get(deviceId)
  if (known !== undefined) return known
  const device = await findDevice(db, deviceId, 0)
  const key = device === undefined ? null : await importPublicKey(device.public_key)
  if (keys.size >= CACHED_MAX) keys.clear()
  if (key !== null) keys.set(deviceId, key)
  return key
}

/**
 * Verifies a voucher, but not whether its award is allowed. Returns null if it is invalid. Takes no
 * lock, so that forged vouchers do not slow down awards.
 */
export async function proveVoucher({ db: { read }, expiryNow }: Game, text: string, now: number) {
  const voucher = parseVoucher(text)
  if (voucher === null || isAheadOfTime(voucher.madeAt, now)) return null
  const key = await keyOf(read, voucher.deviceId)
  const device =
    key !== null && (await isSigned(voucher, key))
      ? await findDevice(read, voucher.deviceId, expiryNow())
      : undefined
  return device === undefined ? null : { voucher, device }
}

/** A device's use is recorded at most once in this time (ms). */
const RECORD_USE_MS = 60_000

/**
 * Converts a voucher to the award that the device's outbox would send. If the device's clock is
 * ahead, the award counts as made at its receipt (fault 32).
 */
function sentBy(voucher: ParsedVoucher, staff: StaffAtTheTime, received_at: number): SentAward {
  const {
    awardId: award_id,
    teamId: team_id,
    pointType: point_type,
    vendorId: vendor_id,
    madeAt,
  } = voucher
  const times = {
    queuedMs: Math.max(0, received_at - madeAt),
    awarded_at: clampTime(Math.min(madeAt, received_at)),
    received_at,
  }
  const giver = {
    user_id: staff.userId,
    staffOf: staff.isOfBooth ? vendor_id : null,
    isSigned: true,
  }
  return { award_id, team_id, point_type, vendor_id, namesBooth: true, ...giver, ...times }
}

interface StaffAtTheTime {
  readonly userId: string
  readonly isOfBooth: boolean
}

/**
 * Records or refuses an award signed by a booth's device, whichever team member delivers it first
 * (rule 10).
 */
export const deliver: Handler<'deliver'> = async (
  { voucher: text },
  { game, caller, limits, push },
) => {
  const queue = awardQueue(game.db)
  // Check before verifying the signature, which is the most expensive step.
  queue.assertShare(caller.userId)
  const now = game.now()
  const proven = await proveVoucher(game, text, now)
  if (proven === null) throw new Refusal('VOUCHER_INVALID')
  const { voucher, device } = proven
  const membership = await findTeamOf(game.db.read, caller.userId)
  if (membership?.team_id !== voucher.teamId) throw new Refusal('FORBIDDEN')
  const staff = await readStaffTimes(game.db.read, device.user_id, voucher.vendorId, voucher.madeAt)
  // The voucher of somebody who is no longer staff of its booth is doubtful, even if its key was
  // registered at their next booth and is therefore not revoked (rule 21).
  const isDoubtful = device.isRevoked || !staff.isStaff
  if (isDoubtful) count(limits.doubtfulCopies, caller.userId)
  if (now - (device.last_used_at ?? 0) >= RECORD_USE_MS) {
    await game.db.write({ kind: 'records' }, (db) => recordDeviceUse(db, device.device_id, now))
  }
  const sent = sentBy(voucher, { userId: device.user_id, isOfBooth: staff.wasStaff }, now)
  const outcome = await queue.add({ ...sent, isDoubtful }, caller.userId)
  if (outcome.status === 'KO')
    throw new Refusal(outcome.code, { cooldowns: outcome.cooldowns }, outcome.message)
  // Return the award as its team sees it.
  const award = await readAward(game.db.read, outcome.award.award_id)
  if (!outcome.duplicate) push.points(award, caller.userId)
  return { award: { ...award, award_id: voucher.awardId }, duplicate: outcome.duplicate }
}
