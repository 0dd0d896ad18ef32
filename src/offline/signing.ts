import { get, update } from 'idb-keyval'
import { registerDevice } from '#contract/calls/voucher'
import { exportPublicKey, type KeyPair, makeSigningKey, signVoucher } from '#contract/voucher'
import { call } from '../api/call'
import { serverLedger } from '../api/connection'
import { publicOrigin } from '../api/queries'
import type { AwardEntry } from './entry'
import { openOutboxStores } from './store'
import { signingFor } from './view'

/**
 * Stored in the outbox's database: a device that loses its awards also loses the key, and makes a
 * new one.
 */
const KEY = 'signing-key'
const meta = openOutboxStores().store('meta')

interface Registration {
  readonly deviceId: string
  /** The id of the ledger that knows the device; another ledger may not. */
  readonly ledger: string
  /** The account's booth when it registered: the server revokes the keys of those who lose it. */
  readonly vendorId: string
}

/** The device's key, which cannot be exported, and the accounts that it is registered for. */
interface SigningKey {
  readonly pair: KeyPair
  readonly registrations: Readonly<Record<string, Registration>>
}

// Unchecked: only this module writes it, and IndexedDB stores keys unchanged.
const readKey = async () => await get<SigningKey>(KEY, meta)

async function makeKey(revoked: SigningKey | undefined): Promise<SigningKey> {
  const made: SigningKey = { pair: await makeSigningKey(), registrations: {} }
  let current = made
  await update<SigningKey>(
    KEY,
    (stored) => {
      // Another tab may have made a key already.
      current = stored !== undefined && revoked === undefined ? stored : made
      return current
    },
    meta,
  )
  return current
}

interface BoothAccount {
  readonly userId: string
  readonly vendorId: string
}

async function register(
  staff: BoothAccount,
  ledger: string,
  key: SigningKey,
  mayRenew: boolean,
): Promise<void> {
  const answer = await call(registerDevice, { public_key: await exportPublicKey(key.pair) })
  if (answer.revoked === true) {
    if (mayRenew) await register(staff, ledger, await makeKey(key), false)
    return
  }
  const registered = {
    [staff.userId]: { deviceId: answer.device_id, ledger, vendorId: staff.vendorId },
  }
  const registrations = (stored: SigningKey | undefined) => ({
    ...(stored ?? key).registrations,
    ...registered,
  })
  await update<SigningKey>(
    KEY,
    (stored) => ({ pair: key.pair, registrations: registrations(stored) }),
    meta,
  )
}

/**
 * Makes the device's key unless it exists. Registers it for an account if the server does not know
 * it or may have revoked it. Needs a network once.
 */
export async function prepareToSign(staff: BoothAccount): Promise<void> {
  const { userId, vendorId } = staff
  const key = await readKey()
  const registered = key?.registrations[userId]
  signingFor.set(registered === undefined ? null : userId)
  const ledger = serverLedger.get()?.ledger
  if (ledger === undefined || (registered?.ledger === ledger && registered.vendorId === vendorId))
    return
  await register(staff, ledger, key ?? (await makeKey(undefined)), true)
  if ((await readKey())?.registrations[userId] !== undefined) signingFor.set(userId)
}

/** Registers the key again after a sign-in: it may have been revoked with the earlier sessions. */
export async function registerAgain(staff: BoothAccount): Promise<void> {
  const key = await readKey()
  if (key === undefined) return
  const { [staff.userId]: _gone, ...registrations } = key.registrations
  await update<SigningKey>(KEY, (stored) => ({ pair: (stored ?? key).pair, registrations }), meta)
  await prepareToSign(staff)
}

/** Finds the key and the device's id for an account; null if the key is not registered for it. */
export async function findSigner(
  userId: string,
): Promise<{ readonly key: KeyPair; readonly deviceId: string } | null> {
  const key = await readKey()
  const deviceId = key?.registrations[userId]?.deviceId
  return key === undefined || deviceId === undefined ? null : { key: key.pair, deviceId }
}

/** Makes a team's copy of an award; null if this device cannot sign it. */
export async function makeVoucher({
  userId,
  awardId,
  vendorId,
  teamId,
  pointType,
  made,
}: AwardEntry): Promise<string | null> {
  const signer = await findSigner(userId)
  if (signer === null || made.serverTime === null) return null
  const madeAt = Math.round(made.serverTime)
  return await signVoucher(signer.key.privateKey, {
    deviceId: signer.deviceId,
    awardId,
    vendorId,
    teamId,
    pointType,
    madeAt,
  })
}

/**
 * Makes addresses of team copies for the awards that `markShown` returned. Empty if this device
 * cannot sign.
 */
export async function makeVouchers(
  userId: string,
  markShown: () => Promise<readonly AwardEntry[]>,
): Promise<string[]> {
  if ((await findSigner(userId)) === null) return []
  const vouchers = await Promise.all((await markShown()).map(makeVoucher))
  return vouchers.flatMap((voucher) =>
    voucher === null ? [] : new URL(`/d/${voucher}`, publicOrigin.get()).href,
  )
}
