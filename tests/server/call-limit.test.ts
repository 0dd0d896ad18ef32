import { describe, expect, test } from 'vitest'
import { addressKey, createCallLimit } from '#server/limits'

describe('a limit of calls', () => {
  const LIMIT = { max: 3, windowMs: 1_000 }

  function start() {
    let at = 0
    const limit = createCallLimit(LIMIT, () => at)
    return { limit, advance: (ms: number) => (at += ms), takeAll: (key: string) => [1, 2, 3].map(() => limit.take(key)) }
  }

  test('a key over its limit stays so until the end of its window, however many others come', () => {
    const { limit, advance, takeAll } = start()
    takeAll('ana')
    for (let other = 0; other < 200_000; other++) limit.take(`other ${other}`)
    expect(limit.take('ana')).toBe(1_000)
    advance(1_000)
    expect(takeAll('ana')).toEqual([0, 0, 0])
  })
})

describe('the key under which an address is counted', () => {
  test.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:0DB8:0001:0002::1', '2001:db8:1:2'],
    ['2001:db8::1', '2001:db8:0:0'],
    ['2001:db8:1:2::', '2001:db8:1:2'],
    ['::1', '0:0:0:0'],
    ['1::2:3:4:5:6:7', '1:0:2:3'],
    ['64:ff9b::203.0.113.7', '64:ff9b:0:0'],
    ['fe80::1%eth0', 'fe80:0:0:0'],
    ['unknown', 'unknown'],
    ['x'.repeat(500), 'x'.repeat(64)],
  ])('%s: %s', (address, key) => {
    expect(addressKey(address)).toBe(key)
  })
})
