import { expect, test, vi } from 'vitest'
import { signInHint } from '../../src/features/outbox/outbox-panel'
import { newEntry, REFUSED } from './entries'

vi.mock('../../src/offline/page-outbox', () => ({}))

test('only waiting awards are said to be sent after signing in, because a refusal is final', () => {
  const refused = newEntry({ awardId: 'refused', refusal: REFUSED })
  expect(signInHint([refused])).toBeNull()
  expect(signInHint([newEntry(), refused])).toMatch(/dodijeljena\.$/)
  expect(signInHint([newEntry(), newEntry(), refused])).toMatch(/dodijeljene\.$/)
})
