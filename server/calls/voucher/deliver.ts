import type { ReadVoucher } from '#contract/voucher'
import { keptTime } from '#rules/kept-time'
import type { Handler } from '../../call-context'
import { readAward } from '../../db/queries/awards'
import { findMembership } from '../../db/queries/teams'
import { noteDeviceUse, readStaffTimes } from '../../db/queries/voucher-signers'
import { count } from '../../limits/limits'
import { Refusal } from '../../refusal'
import { awardLane } from '../booth/award-lane'
import { proveVoucher } from './prove-voucher'

/** How often a device's last use is noted (ms). */
const NOTE_USE_MS = 60_000

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
  const proven = await proveVoucher(game, text, now)
  if (proven === null) throw new Refusal('VOUCHER_INVALID')
  const { voucher, device } = proven
  const membership = await findMembership(game.db.read, caller.userId)
  if (membership?.team_id !== voucher.teamId) throw new Refusal('FORBIDDEN')
  const staff = await readStaffTimes(game.db.read, device.user_id, voucher.vendorId, voucher.madeAt)
  // Also signed with the key that who moved made at the next booth (rule 21).
  const isDoubtful = device.isRevoked || !staff.is
  if (isDoubtful) count(limits.doubtfulCopies, caller.userId)
  if (now - (device.last_used_at ?? 0) >= NOTE_USE_MS) {
    await game.db.write({ on: 'records' }, (db) => noteDeviceUse(db, device.device_id, now))
  }
  const sent = sentBy(voucher, { userId: device.user_id, isOfBooth: staff.was }, now)
  const outcome = await lane.add({ ...sent, isSigned: true, isDoubtful }, caller.userId)
  if (outcome.is === 'refused') throw new Refusal(outcome.code, { cooldowns: outcome.cooldowns })
  // As its team sees it.
  const award = await readAward(game.db.read, outcome.award.award_id)
  if (!outcome.duplicate) push.points(award, caller.userId)
  return { award: { ...award, award_id: voucher.awardId }, duplicate: outcome.duplicate }
}
