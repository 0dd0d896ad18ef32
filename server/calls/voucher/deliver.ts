import { importPublicKey, isSigned, type Key, parseVoucher, type ReadVoucher } from '#contract/voucher'
import { keptTime } from '#rules/kept-time'
import { isAheadOfTime } from '#rules/voucher'
import type { Handler } from '../../call-context'
import type { Reader } from '../../db/database'
import { readAward } from '../../db/queries/awards'
import { findDevice, noteDeviceUse } from '../../db/queries/signing-devices'
import { wasStaff } from '../../db/queries/staff-history'
import { findMembership } from '../../db/queries/teams'
import type { Game } from '../../game'
import { count } from '../../limits/limits'
import { Refusal } from '../../refusal'
import { awardLane } from '../booth/award-lane'

/** How often a device's last use is noted (ms). */
const NOTE_USE_MS = 60_000

/** By device: an id is derived from its key, so the two belong together for good. Forged vouchers that name one cost no reading. */
const keys = new Map<string, Key>()
/** More devices than an event has. */
const KEYS_KEPT = 1_000

async function keyOf(db: Reader, deviceId: string): Promise<Key | null> {
  const known = keys.get(deviceId)
  if (known !== undefined) return known
  const device = await findDevice(db, deviceId)
  const key = device === undefined ? null : await importPublicKey(device.public_key)
  if (keys.size >= KEYS_KEPT) keys.clear()
  if (key !== null) keys.set(deviceId, key)
  return key
}

/** Checks everything about a voucher but the award in it. No lock is held meanwhile, so forged ones slow down no award. */
async function proveVoucher({ db: { read } }: Game, text: string, now: number) {
  const voucher = parseVoucher(text)
  if (voucher === null || isAheadOfTime(voucher.madeAt, now)) throw new Refusal('VOUCHER_INVALID')
  const key = await keyOf(read, voucher.deviceId)
  const device = key !== null && (await isSigned(voucher, key)) ? await findDevice(read, voucher.deviceId) : undefined
  if (device === undefined) throw new Refusal('VOUCHER_INVALID')
  return { voucher, device }
}

/** The award as the device's own outbox would send it; also from a clock that is ahead, nothing is made after it is received (fault 32). */
function sentBy({ awardId, teamId, pointType, vendorId, madeAt }: ReadVoucher, staff: StaffAtTheTime, receivedAt: number) {
  const caller = { userId: staff.userId, vendorId: staff.isOfBooth ? vendorId : null, organiser: false }
  const times = { queuedMs: Math.max(0, receivedAt - madeAt), madeAt: keptTime(Math.min(madeAt, receivedAt)), receivedAt }
  return { awardId, teamId, pointType, vendorId, claimedVendorId: vendorId, caller, ...times }
}

interface StaffAtTheTime {
  readonly userId: string
  readonly isOfBooth: boolean
}

/** Records or refuses the award that a booth's device signed, whoever of the team brings it first (rule 10). */
export const deliver: Handler<'deliver'> = async ({ voucher: text }, { game, caller, limits, push }) => {
  const lane = awardLane(game.db)
  // Before the signature, which costs most.
  lane.assertShare(caller.userId)
  const now = game.now()
  const { voucher, device } = await proveVoucher(game, text, now)
  const membership = await findMembership(game.db.read, caller.userId)
  if (membership?.team_id !== voucher.teamId) throw new Refusal('FORBIDDEN')
  const isDoubtful = device.revoked_at !== null
  if (isDoubtful) count(limits.doubtfulCopies, caller.userId)
  if (now - (device.last_used_at ?? 0) >= NOTE_USE_MS) {
    await game.db.write({ on: 'records' }, (db) => noteDeviceUse(db, device.device_id, now))
  }
  const isOfBooth = await wasStaff(game.db.read, device.user_id, voucher.vendorId, voucher.madeAt)
  const sent = sentBy(voucher, { userId: device.user_id, isOfBooth }, now)
  const outcome = await lane.add({ ...sent, isDoubtful }, caller.userId)
  if (outcome.is === 'refused') throw new Refusal(outcome.code, { cooldowns: outcome.cooldowns })
  // As its team sees it.
  const award = await readAward(game.db.read, voucher.awardId)
  if (!outcome.duplicate) push.points(award, caller.userId)
  return { award, duplicate: outcome.duplicate }
}
