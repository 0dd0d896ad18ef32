import { expect, test, vi } from 'vitest'
import { signInHint } from '../../src/features/outbox/outbox-panel'
import { idsInRow } from '../../src/features/outbox/scans-and-vouchers'
import type { CopyEntry } from '../../src/offline/entry'
import { newEntry, REFUSED } from './entries'

vi.mock('../../src/offline/page-outbox', () => ({}))

test('only waiting awards are said to be sent after signing in, because a refusal is final', () => {
  const refused = newEntry({ awardId: 'refused', refusal: REFUSED })
  expect(signInHint([refused])).toBeNull()
  expect(signInHint([newEntry(), refused])).toMatch(/dodijeljena\.$/)
  expect(signInHint([newEntry(), newEntry(), refused])).toMatch(/dodijeljene\.$/)
})

test('dismissing a copy removes every copy of that award with the same fate', () => {
  const copyOf = (awardId: string, voucher: string, is: 'notByStaff' | 'waiting'): CopyEntry => ({
    kind: 'copy',
    version: 1,
    voucher,
    userId: 'ana',
    awardId,
    vendorId: 'arkade',
    teamId: 'vukovi',
    pointType: 'pobjeda',
    order: 1,
    fate: { is },
  })
  const first = copyOf('a', 'one', 'notByStaff')
  const others = [
    copyOf('a', 'two', 'notByStaff'),
    copyOf('a', 'three', 'waiting'),
    copyOf('b', 'four', 'notByStaff'),
  ]
  expect(idsInRow(first, [first, ...others])).toEqual(['one', 'two'])
})
