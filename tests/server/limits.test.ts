import { describe, expect, test, vi } from 'vitest'
import { buildApp } from '#server/app'
import { startSession } from '#server/db/queries/sessions'
import { createLimits } from '#server/limits'
import { randomToken } from '#server/random'
import { createAdmission, createSessions } from '#server/readings/sessions'
import { createApiClient } from '../support/api-client'
import { gameOn } from '../support/game-on'
import { inject } from '../support/http'
import { signUp } from '../support/people'
import { useGame } from '../support/use-game'

describe('rate limits', () => {
  const game = useGame('sqlite')
  const times = (count: number) => Array.from({ length: count }, (_, index) => index)

  test('who is over the limit waits for the answer that says so, and cannot ask thousands of times a second', async () => {
    const from = { 'x-forwarded-for': '203.0.113.6' }
    await Promise.all(times(1_200).map(() => inject(game(), { headers: from })))
    const begun = Date.now()
    expect((await inject(game(), { headers: from })).statusCode).toBe(429)
    expect(Date.now() - begun).toBeGreaterThanOrEqual(90)
  })

  test('abuse 5: after a restart a hall of phones behind one address is looked up at once, and none is refused', async () => {
    const people = await Promise.all(times(5).map(() => signUp(game())))
    const tokens = times(400).map(() => randomToken())
    await game().db.write({ on: 'accounts' }, async (tx) => {
      for (const [index, token] of tokens.entries()) {
        const userId = people[index % people.length]?.id ?? ''
        await startSession(tx, { token, userId, address: '', userAgent: '' }, game().clock.now())
      }
    })
    const [limits, sessions] = [createLimits(() => 0), createSessions(game().db)]
    const newDoor = () => createAdmission(gameOn(game().db, { now: game().clock.now }), limits, sessions)
    const [ofCalls, ofStreams] = [newDoor(), newDoor()]
    const come = async (all: readonly string[]) =>
      await Promise.allSettled(
        all.map((token, index) => (index < all.length / 2 ? ofCalls : ofStreams)(token, { address: '203.0.113.8' })),
      )
    const admitted = await come(tokens)
    expect(admitted.filter((one) => one.status === 'fulfilled' && one.value !== null)).toHaveLength(tokens.length)
    // The places of guesses are still there, and no more of them.
    const guessed = await come(times(400).map(() => randomToken()))
    expect(guessed.filter(({ status }) => status === 'fulfilled')).toHaveLength(200)
  })

  test('an account over its limit costs the database nothing', async () => {
    const { api } = await signUp(game())
    // A server of its own: parts of the server that share the game's database may query it at any moment.
    const uses = vi.fn()
    const read = new Proxy(game().db.read, {
      get(target, key) {
        uses(key)
        const part: unknown = Reflect.get(target, key, target)
        return typeof part === 'function' ? part.bind(target) : part
      },
    })
    const app = await buildApp(gameOn({ ...game().db, read }, { now: game().clock.now }), {
      webApp: null,
      log: 'silent',
      limits: createLimits(() => 0),
    })
    const browser = createApiClient(app)
    browser.cookie = api.cookie
    const call = () => browser.raw({ action: 'login' })
    await Promise.all(times(100).map(call))
    expect(uses).toHaveBeenCalled()
    uses.mockClear()
    const received = await Promise.all(times(50).map(call))
    expect(new Set(received.map(({ statusCode }) => statusCode))).toEqual(new Set([429]))
    expect(uses).not.toHaveBeenCalled()
    await app.close()
  })
})
