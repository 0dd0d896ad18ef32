import { expect, test } from 'vitest'
import { clockDoubt } from '#server/retention/daily'
import { signUp } from '../support/people'
import { onEachEngine } from '../support/use-game'

const DAY = 24 * 3_600_000

onEachEngine('a server’s clock', (game) => {
  test('is not believed a year ahead of what was written last, or a day behind it', async () => {
    expect(await clockDoubt(game().db, 0)).toBeNull()
    await signUp(game())
    const now = game().clock.now()
    for (const near of [-0.9, 0, 300]) expect(await clockDoubt(game().db, now + near * DAY)).toBeNull()
    for (const far of [-2, 400, 4_000]) {
      expect(await clockDoubt(game().db, now + far * DAY)).toMatch(/^the clock says .* nothing is purged/)
    }
  })
})
