import { importPublicKey, isSigned, parseVoucher, type ReadVoucher } from '#contract/voucher'
import { keptTime } from '#rules/kept-time'
import { isAheadOfTime } from '#rules/voucher'
import { fieldTexts } from '#texts/errors'
import type { Handler } from '../call-context'
import { readAward } from '../db/queries/awards'
import { deviceIdOf, findDevice, insertDevice, noteDeviceUse } from '../db/queries/signing-devices'
import { wasStaff } from '../db/queries/staff-history'
import { findMembership } from '../db/queries/teams'
import type { Game } from '../game'
import { count } from '../limits/limits'
import { hashSecret } from '../random'
import { Refusal } from '../refusal'
import { submitAward } from './booth/award-lane'

/** Enters the key of a booth's device. The same key of the same person is the same device. */
export const registerDevice: Handler<'registerDevice'> = async ({ public_key }, { game, caller, limits, session }) => {
  if ((await importPublicKey(public_key)) === null) {
    throw new Refusal('INVALID_INPUT', { fields: { public_key: fieldTexts.invalid } })
  }
  const device_id = await deviceIdOf(game.db, caller.userId, public_key)
  const known = await findDevice(game.db.read, device_id)
  if (known !== undefined) return { device_id, ...(known.revoked_at === null ? {} : { revoked: true }) }
  count(limits.devicesRegistered, caller.userId)
  const entered = { device_id, user_id: caller.userId, public_key, registered_at: game.now() }
  await game.db.write({ on: 'accounts' }, async (db, tell) => {
    tell('nobody')
    // Revoking ends the sessions too: a call that was on its way must not enter another device.
    const standing = db.selectFrom('sessions').where('token_hash', '=', hashSecret(session.token ?? ''))
    if ((await standing.select('token_hash').executeTakeFirst()) === undefined) throw new Refusal('NOT_AUTHENTICATED')
    await insertDevice(db, entered)
  })
  return { device_id }
}

/** How often a device's last use is noted (ms). */
const NOTE_USE_MS = 60_000

/** Checks everything about a voucher but the award in it. No lock is held meanwhile, so forged ones slow down no award. */
async function proveVoucher(game: Game, text: string, now: number) {
  const voucher = parseVoucher(text)
  if (voucher === null || isAheadOfTime(voucher.madeAt, now)) throw new Refusal('VOUCHER_INVALID')
  const device = await findDevice(game.db.read, voucher.deviceId)
  const key = device === undefined ? null : await importPublicKey(device.public_key)
  if (device === undefined || key === null || !(await isSigned(voucher, key))) throw new Refusal('VOUCHER_INVALID')
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
  const outcome = await submitAward(game.db, { ...sent, isDoubtful })
  if (outcome.is === 'refused') {
    throw new Refusal(outcome.code, outcome.cooldowns === undefined ? {} : { cooldowns: outcome.cooldowns })
  }
  // As its team sees it.
  const award = await readAward(game.db.read, voucher.awardId)
  if (!outcome.duplicate) push.points(award, caller.userId)
  return { award, duplicate: outcome.duplicate }
}
