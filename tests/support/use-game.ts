import { afterAll, beforeAll } from 'vitest'
import type { Engine } from './databases'
import { insertEvent } from './event'
import { startGame, type TestGame } from './game-server'

/** One game for all tests of a suite: started before them, with booths and staff, and closed after them. */
export function useGame(engine: Engine, options: Parameters<typeof startGame>[1] = {}): () => TestGame {
  let game: TestGame | null = null
  beforeAll(async () => {
    game = await startGame(engine, options)
    await insertEvent(game.db)
  })
  afterAll(() => game?.close())
  return () => {
    if (game === null) throw new Error('the game has not started yet')
    return game
  }
}
