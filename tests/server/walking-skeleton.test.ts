import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ENGINES } from '../support/databases'
import { startGame, type TestGame } from '../support/game-server'

describe.each(ENGINES)('sign-in on %s', (engine) => {
  let game: TestGame
  beforeAll(async () => {
    game = await startGame(engine)
  })
  afterAll(() => game.close())

  test('a registered person signs in with the code from the SMS', async () => {
    const browser = game.client()
    const { user_id } = await browser.ok('register', {
      user_data: { first_name: 'Ana', last_name: 'Anić', email: 'ana@example.hr', mobile: '091 234 5678', nickname: 'ana' },
    })
    const code = game.sent.at(-1)?.text.match(/#(\d{6})$/)?.[1] ?? ''
    const { user } = await browser.ok('signIn', { id: '091 234 5678', mtp: code })
    expect(user.mobile).toBe('+385912345678')
    expect((await browser.ok('currentUser', {})).user.id).toBe(user_id)
    const { team_id } = await browser.ok('createTeam', { team_name: 'Plavi Vukovi' })
    expect((await browser.ok('listTeams', {})).teams).toMatchObject([{ team_id, rank: 1, points: 0, member_count: 1 }])
    expect((await browser.ok('teamPoints', {})).rank).toBe(1)
  })
})
