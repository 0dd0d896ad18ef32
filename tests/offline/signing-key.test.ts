import 'fake-indexeddb/auto'
import { afterEach, expect, test, vi } from 'vitest'
import { noteLedger } from '../../src/api/connection'
import { signingFor } from '../../src/offline/vouchers/can-sign'
import { findSigner, prepareToSign, registerAgain } from '../../src/offline/vouchers/signing-key'

afterEach(() => vi.unstubAllGlobals())

/** A server that names each device after its key, and says of some that they were revoked. */
function stubServer() {
  const asked: string[] = []
  const revoked = new Set<string>()
  vi.stubGlobal('fetch', async (_address: string, init: { body: URLSearchParams }) => {
    const key = new URLSearchParams(init.body).get('public_key') ?? ''
    asked.push(key)
    const answer = { device_id: key.slice(0, 16), ...(revoked.has(key) ? { revoked: true } : {}) }
    return new Response(JSON.stringify({ status: 'OK', ...answer, server_time: '2026-05-09T10:00:00.000Z' }))
  })
  return { asked, revoked }
}

test('fault 66: a device’s key is registered once for a ledger, and at once again after a new sign-in, so that it can always sign', async () => {
  const { asked, revoked } = stubServer()
  await prepareToSign('iva')
  expect([asked.length, signingFor.get()]).toEqual([0, null])
  noteLedger({ ledger: 'first' })
  await prepareToSign('iva')
  await prepareToSign('iva')
  expect([asked.length, signingFor.get(), (await findSigner('iva'))?.deviceId]).toEqual([1, 'iva', asked[0]?.slice(0, 16)])

  await registerAgain('iva')
  expect([asked[1], (await findSigner('iva'))?.deviceId]).toEqual([asked[0], asked[0]?.slice(0, 16)])

  revoked.add(asked[0] ?? '')
  await registerAgain('iva')
  expect(asked[3]).not.toBe(asked[0])
  expect([signingFor.get(), (await findSigner('iva'))?.deviceId]).toEqual(['iva', asked[3]?.slice(0, 16)])
})
