import { expect, test } from 'vitest'
import { foundAt } from '../../src/session/paths'

test.each([
  ['/s/tim-0001', 'tag'],
  ['/qr/t1', 'team'],
  ['/t/t1', 'invitation'],
  ['/player?team=t1', 'team'],
  ['/player', null],
  ['/player/poredak', null],
  ['/vendor', null],
] as const)('opening %s finds: %s', (path, found) => {
  expect(foundAt(path)).toBe(found)
})
