import { afterAll, beforeAll, describe } from 'vitest'
import type { Database } from '#server/db/database'
import { ENGINES, type Engine } from './databases'
import { engineUnderTest } from './engine-under-test'
import { insertEvent } from './event'
import { startGame, type TestGame } from './game-server'

/** Starts one game with booths and staff, or with what `fill` writes, for all tests of a suite and closes it after them. */
export function useGame(
  engine: Engine,
  options: Parameters<typeof startGame>[1] = {},
  fill: (db: Database) => Promise<unknown> = insertEvent,
): TestGame {
  let game: TestGame | null = null
  beforeAll(async () => {
    game = await startGame(engine, options)
    await fill(game.db)
  })
  afterAll(() => game?.close())
  // What tests ask of it they ask of the one that runs.
  return new Proxy({} as TestGame, {
    get(_target, key) {
      if (game === null) throw new Error('the game has not started yet')
      return Reflect.get(game, key)
    },
  })
}

/** A suite of a seam to the database: on each engine, with a game of its own. */
export function onEachEngine(suite: string, tests: (game: TestGame, engine: Engine) => void): void {
  describe.each(ENGINES)(`${suite} on %s`, (engine) => tests(useGame(engine), engine))
}

/** A suite that proves no seam to the database: on one engine, that of ENGINE. */
export function onOneEngine(suite: string, tests: (game: TestGame, engine: Engine) => void): void {
  const engine = engineUnderTest()
  describe(suite, () => tests(useGame(engine), engine))
}
