import { signVoucher } from '#contract/voucher'
import type { OutboxEntry } from '../outbox/outbox-entry'
import { pageOutbox } from '../outbox/page-outbox'
import { findSigner } from './signing-key'

/** The addresses of a team's copies of these awards, for those that still wait. Empty if this device cannot sign. */
export async function makeVouchers(userId: string, awardIds: readonly string[]): Promise<string[]> {
  const signer = await findSigner(userId)
  if (signer === null) return []
  const { key, deviceId } = signer
  const handedOut = await pageOutbox.handOut(awardIds)
  const sign = async ({ awardId, vendorId, teamId, pointType, made }: OutboxEntry) => {
    if (made.serverTime === null) return []
    const madeAt = Math.round(made.serverTime)
    const voucher = await signVoucher(key.privateKey, { deviceId, awardId, vendorId, teamId, pointType, madeAt })
    return [new URL(`/d/${voucher}`, window.location.origin).href]
  }
  return (await Promise.all(handedOut.map(sign))).flat()
}
