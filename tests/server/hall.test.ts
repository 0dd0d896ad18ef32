import { describe, expect, test } from 'vitest'
import { lastSms, newProfile, type Profile } from '../support/people'
import { useGame } from '../support/use-game'

const SIGN_INS_A_MINUTE = 200
const HALL = '203.0.113.200'

const MINUTES = 2

describe('a hall full of honest phones behind one address', () => {
  const game = useGame('sqlite', { limitsByClock: true })

  /** What one phone does from opening the app to its card; any answer but that of HTTP 200 fails. */
  async function arrive(user_data: Profile): Promise<void> {
    const phone = game().client()
    phone.address = HALL
    const { mobile } = user_data
    await phone.ko('currentUser', {})
    await phone.ok('ranking', {})
    await phone.ok('register', { user_data })
    const { code, wrongCode } = lastSms(game(), mobile)
    // One in four mistypes the code.
    if (Number(mobile.slice(-1)) % 4 === 0) await phone.ko('signIn', { id: mobile, mtp: wrongCode })
    await phone.ok('signIn', { id: mobile, mtp: code })
    await phone.ok('currentUser', {})
    await phone.ok('listTeams', {})
    await phone.ok('listVendors', {})
  }

  test('abuse 5: 200 sign-ins a minute notice none of the limits, though each minute’s people come at once', {
    timeout: 300_000,
  }, async () => {
    for (let minute = 0; minute < MINUTES; minute++) {
      const people = Array.from({ length: SIGN_INS_A_MINUTE }, () => newProfile())
      for (let first = 0; first < people.length; first += 50) {
        await Promise.all(people.slice(first, first + 50).map(arrive))
      }
      game().clock.advance(60_000)
    }
    const { sessions } = await game()
      .db.read.selectFrom('sessions')
      .where('address', '=', HALL)
      .select((eb) => eb.fn.countAll<number>().as('sessions'))
      .executeTakeFirstOrThrow()
    expect(sessions).toBe(MINUTES * SIGN_INS_A_MINUTE)
  })
})
