import { expect, test } from 'vitest'
import { isAheadOfTime } from '#rules/voucher'

test('a copy may be made up to five minutes ahead of the server’s time', () => {
  const now = Date.UTC(2027, 4, 8, 8)
  expect([-1, 0, 300_000, 300_001].map((ahead) => isAheadOfTime(now + ahead, now))).toEqual([false, false, false, true])
})
