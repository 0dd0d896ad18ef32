import { randomUUID } from 'node:crypto'
import {
  exportPublicKey,
  type Key,
  makeSigningKey,
  signVoucher,
  type VoucherContent,
} from '#contract/voucher'
import type { TestGame } from './game-server'
import type { Person } from './people'

type Staff = Pick<Person, 'api'>

/** A fixed voucher with its key and content. */
export const VECTOR = {
  publicKey:
    'BBErGIwYAGxuX29XYwCFI29ivaNjTT2Q8iR9uMLMTM5d1G1loXLZ5CaxFDylIjTO0DJkik9tEQVCrsdP-agQ7ek',
  payload:
    'WzEsIlh3M2ItOV9rUTJtWjdyVGEiLCIzZjFjMGMxZS04ZjVhLTRiNTctOWQzZS0wYTZmMmI3YzlkMTEiLCJhcmthZGUiLCI3azJwOXg0bXE4enQ1dzFjIiwicG9iamVkYSIsIjIwMjYtMDUtMDlUMTA6MTU6MzAuMjUwWiJd',
  signature:
    'ihL1mNyMdZZErsQBxah0j-G0bNY4IZX7VnzKeXUhrJMsyZccJPaXQTb8djzl0hQ7Rgq9r-0bR1sIKlG21ZHgHw',
  content: {
    deviceId: 'Xw3b-9_kQ2mZ7rTa',
    awardId: '3f1c0c1e-8f5a-4b57-9d3e-0a6f2b7c9d11',
    vendorId: 'arkade',
    teamId: '7k2p9x4mq8zt5w1c',
    pointType: 'pobjeda',
    madeAt: Date.parse('2026-05-09T10:15:30.250Z'),
  },
} as const

/** Registers a key of a booth's device. */
export async function registerKey(staff: Staff) {
  const key = await makeSigningKey()
  const public_key = await exportPublicKey(key)
  const { device_id } = await staff.api.ok('registerDevice', { public_key })
  return { key, public_key, device_id }
}

/** Registers a booth's device that signs awards to a team. */
export async function signingDevice(game: TestGame, staff: Staff, teamId: string) {
  const { key, public_key, device_id } = await registerKey(staff)
  const content = (own: Partial<VoucherContent> = {}): VoucherContent => ({
    deviceId: device_id,
    awardId: randomUUID(),
    vendorId: 'arkade',
    teamId,
    pointType: 'pobjeda',
    madeAt: game.clock.now(),
    ...own,
  })
  return {
    device_id,
    public_key,
    key,
    content,
    voucher: async (own: Partial<VoucherContent> = {}) =>
      await signVoucher(key.privateKey, content(own)),
  }
}

/** Signs any text as a payload, as only a broken client would. */
export async function signPayload(key: Key, payload: string): Promise<string> {
  const signature = await crypto.subtle.sign(
    { name: 'ECDSA', hash: 'SHA-256' },
    key,
    Buffer.from(payload),
  )
  return `${payload}.${Buffer.from(signature).toString('base64url')}`
}

/** The order of the curve P-256. */
const ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n
const NUMBER_BYTES = 32

/**
 * The voucher with its mirrored signature, which anybody can derive: if (r, s) is valid, so is
 * (r, n - s).
 */
export function mirrored(voucher: string): string {
  const [payload, signature = ''] = voucher.split('.')
  const bytes = Buffer.from(signature, 'base64url')
  const s = BigInt(`0x${bytes.toString('hex', NUMBER_BYTES)}`)
  bytes.write((ORDER - s).toString(16).padStart(2 * NUMBER_BYTES, '0'), NUMBER_BYTES, 'hex')
  return `${payload}.${bytes.toString('base64url')}`
}
