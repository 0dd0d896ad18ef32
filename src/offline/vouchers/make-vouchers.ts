import { signVoucher } from '#contract/voucher'
import { publicOrigin } from '../../api/public-origin'
import type { OutboxEntry } from '../outbox/outbox-entry'
import { pageOutbox } from '../outbox/page-outbox'
import { findSigner } from './signing-key'

/** A team's copy of an award; null if this device cannot sign it. */
export async function makeVoucher({ userId, awardId, vendorId, teamId, pointType, made }: OutboxEntry): Promise<string | null> {
  const signer = await findSigner(userId)
  if (signer === null || made.serverTime === null) return null
  const madeAt = Math.round(made.serverTime)
  return await signVoucher(signer.key.privateKey, { deviceId: signer.deviceId, awardId, vendorId, teamId, pointType, madeAt })
}

/** The addresses of a team's copies of these awards, for those that still wait. Empty if this device cannot sign. */
export async function makeVouchers(userId: string, awardIds: readonly string[]): Promise<string[]> {
  if ((await findSigner(userId)) === null) return []
  const vouchers = await Promise.all((await pageOutbox.handOut(awardIds)).map(makeVoucher))
  return vouchers.flatMap((voucher) => (voucher === null ? [] : new URL(`/d/${voucher}`, publicOrigin.get()).href))
}
