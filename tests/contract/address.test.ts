import { expect, test } from 'vitest'
import { plainPath } from '#contract/address'

test.each([
  ['/qr/T1', '/qr/T1'],
  ['/QR/T1', '/qr/T1'],
  ['//S//a1/', '/s/a1'],
  ['/s/a%20b%C4%8D', '/s/a%20b%C4%8D'],
  ['/s/a1%E2%80%8B', '/s/a1'],
  ['/qr/T1%00%20', '/qr/T1'],
  ['/qr/%E0%A4%A', '/'],
  ['/s/%00', '/'],
  ['/Player/Tim', '/player/tim'],
  ['/', '/'],
  ['/D/eyJ.aBc', '/d/eyJ.aBc'],
  ['/nesto/%E0%A4%A', '/nesto/%e0%a4%a'],
])('fault 82: the path %s is read as %s', (path, plain) => {
  expect(plainPath(path)).toBe(plain)
})
