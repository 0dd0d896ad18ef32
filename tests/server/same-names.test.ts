import { expect, test } from 'vitest'
import { assertSameNames } from '#server/same-names'
import { TEST_NAMES } from '../support/game-on'
import { startGame } from '../support/game-server'

const OTHERS = { ...TEST_NAMES, product: 'Druga igra' }

test('a server refuses to start with other names than those of a running server of the same event', async () => {
  const game = await startGame('postgres', { servers: 2 })
  const check = (names: typeof OTHERS) => assertSameNames(game.db, game.location, names)
  try {
    await check(TEST_NAMES)
    await expect(check(OTHERS)).rejects.toThrow(
      /^Another server of this event has other names: .*PRODUCT_NAME/,
    )
    await check(TEST_NAMES)
  } finally {
    await game.close()
  }
})

test('a server that is alone on its database may have other names than at its last start', async () => {
  const game = await startGame('sqlite')
  try {
    for (const names of [TEST_NAMES, OTHERS, TEST_NAMES])
      await assertSameNames(game.db, game.location, names)
  } finally {
    await game.close()
  }
})
