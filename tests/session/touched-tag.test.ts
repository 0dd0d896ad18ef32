import { expect, test, vi } from 'vitest'
import { createFakeStorage } from '../offline/fake-storage'

const PROOF = { picc: 'a'.repeat(32), cmac: 'b'.repeat(16) }

/** Opens another tab of the same device, or the same tab again. */
async function openTab() {
  vi.resetModules()
  return await import('../../src/session/touched-tag')
}

test('rule 11: a touch is removed once its tag is scanned, but not the touch of another tag in another tab', async () => {
  vi.stubGlobal('localStorage', createFakeStorage())
  const first = await openTab()
  first.storeTouch('zmaj', PROOF)
  const second = await openTab()
  expect(second.touchOf('zmaj')).toMatchObject({ proof: PROOF })
  second.storeTouch('prsten', PROOF)
  first.forgetTouch('zmaj')
  expect(first.touchOf('zmaj')).toBeNull()
  expect((await openTab()).touchOf('prsten')).toMatchObject({ nfcId: 'prsten', proof: PROOF })
  second.forgetTouch('prsten')
  expect([second, await openTab()].map(({ touchOf }) => touchOf('prsten'))).toEqual([null, null])
})
