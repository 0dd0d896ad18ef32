import 'fake-indexeddb/auto'
import { afterEach, expect, test, vi } from 'vitest'
import { recordLedger } from '../../src/api/connection'
import { findSigner, prepareToSign, registerAgain } from '../../src/offline/signing'
import { signingFor } from '../../src/offline/view'

afterEach(() => vi.unstubAllGlobals())

/** A server that names each device after its key, and reports some as revoked. */
function stubServer() {
  const asked: string[] = []
  const revoked = new Set<string>()
  let revokesAll = false
  vi.stubGlobal('fetch', async (_address: string, init: { body: URLSearchParams }) => {
    const key = new URLSearchParams(init.body).get('public_key') ?? ''
    asked.push(key)
    const answer = {
      device_id: key.slice(0, 16),
      ...(revokesAll || revoked.has(key) ? { revoked: true } : {}),
    }
    return new Response(
      JSON.stringify({ status: 'OK', ...answer, server_time: '2026-05-09T10:00:00.000Z' }),
    )
  })
  return {
    asked,
    revoked,
    revokeAll() {
      revokesAll = true
    },
  }
}

const staff = (userId: string, vendorId = 'arkade') => ({ userId, vendorId })
const deviceOf = async (userId: string) => (await findSigner(userId))?.deviceId

test('faults 66 and 78: a device’s key is registered once per ledger and booth, and again after a new sign-in', async () => {
  const { asked, revoked } = stubServer()
  await registerAgain(staff('iva'))
  await prepareToSign(staff('iva'))
  expect([asked, signingFor.get(), await findSigner('iva')]).toEqual([[], null, null])
  recordLedger({ ledger: 'first' })
  // Even with two tabs, and another account in a third, the device has only one key.
  await Promise.all([
    prepareToSign(staff('iva')),
    prepareToSign(staff('iva')),
    prepareToSign(staff('luka')),
  ])
  expect([asked.length, new Set(asked).size]).toEqual([3, 1])
  const device = asked[0]?.slice(0, 16)
  expect([await deviceOf('iva'), await deviceOf('luka'), await findSigner('eva')]).toEqual([
    device,
    device,
    null,
  ])
  await prepareToSign(staff('iva'))
  expect([asked.length, signingFor.get()]).toEqual([3, 'iva'])

  await registerAgain(staff('iva'))
  expect([asked[3], await deviceOf('iva')]).toEqual([asked[0], device])

  revoked.add(asked[0] ?? '')
  await registerAgain(staff('iva'))
  expect(asked[5]).not.toBe(asked[0])
  expect([asked.length, signingFor.get(), await deviceOf('iva')]).toEqual([
    6,
    'iva',
    asked[5]?.slice(0, 16),
  ])

  // Fault 78: losing the booth ends all keys, though the session continues.
  revoked.add(asked[5] ?? '')
  await prepareToSign(staff('iva', 'kutak'))
  await prepareToSign(staff('iva', 'kutak'))
  expect([asked.length, await deviceOf('iva')]).toEqual([8, asked[7]?.slice(0, 16)])
})

test('a device whose new key is revoked too cannot sign, and does not register a third key', async () => {
  const { asked, revokeAll } = stubServer()
  recordLedger({ ledger: 'first' })
  await prepareToSign(staff('iva'))
  revokeAll()
  asked.length = 0
  await registerAgain(staff('iva'))
  expect([new Set(asked).size, asked.length, signingFor.get(), await findSigner('iva')]).toEqual([
    2,
    2,
    null,
    null,
  ])
})
