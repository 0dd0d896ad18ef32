import { describe, expect, test } from 'vitest'
import { ENGINES } from '../support/databases'
import { lastSms, newProfile, type Profile } from '../support/people'
import { useGame } from '../support/use-game'

const SIGN_INS_A_MINUTE = 200
const HALL = { 'x-forwarded-for': '203.0.113.200' }
const form = (fields: Record<string, string>) => new URLSearchParams(fields).toString()

/** On PostgreSQL a part of it: accounts change one at a time there, and the limits are the same. */
const MINUTES = { sqlite: 10, postgres: 1 } as const

describe.each(ENGINES)('a hall full of honest phones behind one address on %s', (engine) => {
  const game = useGame(engine, { limitsByClock: true })

  /** What one phone does from opening the app to its card. Returns the HTTP statuses. */
  async function arrive(profile: Profile): Promise<number[]> {
    const phone = game().client()
    const call = (query: Record<string, string>, body = '') => phone.raw(query, body, HALL)
    const statuses: number[] = []
    const expectOk = async (query: Record<string, string>, body = '') => {
      const response = await call(query, body)
      statuses.push(response.statusCode)
      expect([response.statusCode, response.json().status], JSON.stringify(query)).toEqual([200, 'OK'])
    }
    statuses.push((await call({ action: 'login' })).statusCode)
    await expectOk({ action: 'ranking' })
    await expectOk({ action: 'register' }, form({ user_data: JSON.stringify(profile) }))
    const { mobile } = profile
    const wrong = lastSms(game(), mobile).code === '000000' ? '000001' : '000000'
    // One in four mistypes the code.
    if (Number(mobile.slice(-1)) % 4 === 0)
      statuses.push((await call({ action: 'login' }, form({ id: mobile, mtp: wrong }))).statusCode)
    await expectOk({ action: 'login' }, form({ id: mobile, mtp: lastSms(game(), mobile).code }))
    await expectOk({ action: 'login' })
    await expectOk({ action: 'team', option: 'list' })
    await expectOk({ action: 'vendor', option: 'list' })
    return statuses
  }

  test('abuse 5: 2,000 sign-ins in ten minutes notice none of the limits, though each minute’s people come at once', {
    timeout: 300_000,
  }, async () => {
    const statuses = new Set<number>()
    for (let minute = 0; minute < MINUTES[engine]; minute++) {
      const people = Array.from({ length: SIGN_INS_A_MINUTE }, () => newProfile())
      for (let first = 0; first < people.length; first += 50) {
        const some = await Promise.all(people.slice(first, first + 50).map(arrive))
        for (const status of some.flat()) statuses.add(status)
      }
      game().clock.advance(60_000)
    }
    expect([...statuses]).toEqual([200])
    const { sessions } = await game()
      .db.read.selectFrom('sessions')
      .where('address', '=', HALL['x-forwarded-for'])
      .select((eb) => eb.fn.countAll<number>().as('sessions'))
      .executeTakeFirstOrThrow()
    expect(sessions).toBe(MINUTES[engine] * SIGN_INS_A_MINUTE)
  })
})
