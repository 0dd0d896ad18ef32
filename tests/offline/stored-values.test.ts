import * as v from 'valibot'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { readStored, writeStored } from '#lib/local-storage'
import { createFakeStorage } from './fake-storage'

const schema = v.object({ account: v.string() })

function deviceWith(text?: string): void {
  vi.stubGlobal(
    'localStorage',
    createFakeStorage(new Map(text === undefined ? [] : [['key', text]])),
  )
}

afterEach(() => vi.unstubAllGlobals())

describe('a value in local storage', () => {
  test('is read as it was written', () => {
    deviceWith()
    expect(writeStored('key', { account: 'iva' })).toBe(true)
    expect(readStored('key', schema)).toEqual({ account: 'iva' })
    expect(readStored('other', schema)).toBeNull()
  })

  test.each([
    ['is no JSON', '{'],
    ['is of another version', '{"account":7}'],
    ['is missing', undefined],
  ])('counts as missing if it %s', (_what, text) => {
    deviceWith(text)
    expect(readStored('key', schema)).toBeNull()
  })

  test('is not stored if the browser refuses storage or has no room, but nothing throws', () => {
    vi.stubGlobal('localStorage', undefined)
    expect(writeStored('key', 1)).toBe(false)
    expect(readStored('key', v.number())).toBeNull()
    const full = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
    vi.stubGlobal('localStorage', { ...createFakeStorage(), setItem: full })
    expect(writeStored('key', 1)).toBe(false)
  })
})
