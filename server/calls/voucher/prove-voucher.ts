import { importPublicKey, isSigned, type Key, parseVoucher } from '#contract/voucher'
import { isAheadOfTime } from '#rules/voucher'
import type { Reader } from '../../db/database'
import { findDevice } from '../../db/queries/voucher-signers'
import type { Game } from '../../game'

/** By device: an id is derived from its key, so the two belong together for good. Forged vouchers that name one cost no reading. */
const keys = new Map<string, Key>()
/** More devices than an event has. */
const KEYS_KEPT = 1_000

async function keyOf(db: Reader, deviceId: string): Promise<Key | null> {
  const known = keys.get(deviceId)
  if (known !== undefined) return known
  const device = await findDevice(db, deviceId, 0)
  const key = device === undefined ? null : await importPublicKey(device.public_key)
  if (keys.size >= KEYS_KEPT) keys.clear()
  if (key !== null) keys.set(deviceId, key)
  return key
}

/**
 * Checks everything about a voucher but the award in it; null for one that is invalid. No lock is held meanwhile, so forged ones slow
 * down no award.
 */
export async function proveVoucher({ db: { read }, expiryNow }: Game, text: string, now: number) {
  const voucher = parseVoucher(text)
  if (voucher === null || isAheadOfTime(voucher.madeAt, now)) return null
  const key = await keyOf(read, voucher.deviceId)
  const device =
    key !== null && (await isSigned(voucher, key)) ? await findDevice(read, voucher.deviceId, expiryNow()) : undefined
  return device === undefined ? null : { voucher, device }
}
