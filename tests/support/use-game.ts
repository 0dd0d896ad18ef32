import { afterAll, beforeAll, type beforeEach, describe } from 'vitest'
import type { Database } from '#server/db/database'
import { ENGINES, type Engine } from './databases'
import { engineUnderTest } from './engine-under-test'
import { insertEvent } from './event'
import { startGame, type TestGame } from './game-server'
import { type Person, signInOrganiser } from './people'

/** A placeholder for a value that is made before all tests of a suite, or before each test. */
function made<T extends object>(
  make: () => Promise<T>,
  before: (work: () => Promise<void>) => void = beforeAll,
): T {
  let current: T | null = null
  before(async () => {
    current = await make()
  })
  return new Proxy({} as T, {
    get(_target, key) {
      if (current === null) throw new Error('this value exists only while tests run')
      return Reflect.get(current, key)
    },
  })
}

/**
 * Starts one game for all tests of a suite, with booths and staff or with the content that `fill`
 * writes, and closes it afterwards.
 */
export function useGame(
  engine: Engine,
  options: Parameters<typeof startGame>[1] = {},
  fill: (db: Database) => Promise<unknown> = insertEvent,
): TestGame {
  const game = made(async () => {
    const started = await startGame(engine, options)
    await fill(started.db)
    return started
  })
  afterAll(() => game.close())
  return game
}

/**
 * Signs in an organiser once per suite. Pass `beforeEach` to sign one in for each test, because a
 * session ends after 24 hours of the test's clock.
 */
export const useOrganiser = (game: TestGame, before?: typeof beforeEach): Person =>
  made(() => signInOrganiser(game), before)

/** A suite for code in which the engines may differ: runs on each engine, with a separate game. */
export function onEachEngine(
  suite: string,
  tests: (game: TestGame, engine: Engine) => void,
  options: Parameters<typeof startGame>[1] = {},
): void {
  describe.each(ENGINES)(`${suite} on %s`, (engine) => tests(useGame(engine, options), engine))
}

/** A suite for code in which the engines do not differ: runs only on the engine of ENGINE. */
export function onOneEngine(suite: string, tests: (game: TestGame, engine: Engine) => void): void {
  const engine = engineUnderTest()
  describe(suite, () => tests(useGame(engine), engine))
}
