import { expect, test } from 'vitest'
import { browserName } from '#server/calls/account'
import { lastSms, signIn, signUp } from '../support/people'
import { DAY } from '../support/times'
import { onOneEngine } from '../support/use-game'

onOneEngine('a profile', (game) => {
  const names = (nickname: string) => ({ first_name: 'Đurđa', last_name: 'Šarić', nickname })

  test('names and nickname are changed, number and e-mail stay, and the team sees the new name', async () => {
    const { id, api, mobile } = await signUp(game)
    const { team_id } = await api.ok('createTeam', { team_name: 'Novo Ime' })
    await api.ok('listMembers', { team_id })
    const before = (await api.ok('currentUser', {})).user
    const { user } = await api.ok('updateProfile', { user_data: names('djurdja') })
    expect(user).toEqual({ ...before, ...names('djurdja') })
    expect(user).toMatchObject({ id, mobile })
    expect((await api.ok('currentUser', {})).user).toEqual(user)
    expect((await api.ok('listMembers', { team_id })).members[0]).toMatchObject(names('djurdja'))
  })

  test('an e-mail that was registered wrong is corrected: codes go by the new one, and one left out stays', async () => {
    const { api, mobile } = await signUp(game)
    const email = 'Prava.Adresa@Example.HR'
    const change = { ...names('adresa'), email: ` ${email} ` }
    expect((await api.ok('updateProfile', { user_data: change })).user.email).toBe(email)
    expect((await api.ok('updateProfile', { user_data: names('adresa') })).user.email).toBe(email)
    const browser = game.client()
    await browser.ok('requestCode', { id: email.toLowerCase() })
    expect(await browser.outcome('signIn', { id: email, mtp: lastSms(game, mobile).code })).toBe('OK')
    const ko = await api.ko('updateProfile', { user_data: { ...names('adresa'), email: 'nije adresa' } })
    expect(ko).toMatchObject({ code: 'INVALID_INPUT', fields: { email: 'Upišite ispravnu e-mail adresu.' } })
    expect((await api.ok('currentUser', {})).user.email).toBe(email)
  })

  test('one’s own nickname may be kept in another case', async () => {
    const { api, nickname } = await signUp(game)
    const own = nickname.toUpperCase()
    expect((await api.ok('updateProfile', { user_data: names(own) })).user.nickname).toBe(own)
  })

  test('the sessions are one’s own, the calling one is marked, expired ones are not listed, and ending the others signs nobody else out', async () => {
    const one = await signUp(game)
    await signUp(game)
    game.clock.advance(2 * DAY)
    const other = await signIn(game, one.id)
    const started = new Date(game.clock.now()).toISOString()
    const { sessions } = await other.api.ok('listSessions', {})
    expect(sessions.map(({ current }) => current)).toEqual([true, false])
    expect(sessions[0]).toMatchObject({ started_at: started, last_used_at: started })
    game.clock.advance(29 * DAY)
    await other.api.ok('currentUser', {})
    expect((await other.api.ok('listSessions', {})).sessions).toHaveLength(1)

    const [stranger, latest] = [await signUp(game), await signIn(game, one.id)]
    await latest.api.ok('endOtherSessions', {})
    const outcomes = [other, latest, stranger].map(({ api }) => api.outcome('currentUser', {}))
    expect(await Promise.all(outcomes)).toEqual(['NOT_AUTHENTICATED', 'OK', 'OK'])
  })
})

const of = (system: string, browser: string) => `Mozilla/5.0 (${system}) AppleWebKit/537.36 (KHTML, like Gecko) ${browser}`

test.each([
  [of('Linux; Android 14; Pixel 8', 'Chrome/126.0 Mobile Safari/537.36'), 'Chrome · Android'],
  [of('Linux; Android 13', 'SamsungBrowser/25.0 Chrome/121.0 Mobile Safari/537.36'), 'Samsung Internet · Android'],
  [of('iPhone; CPU iPhone OS 17_5 like Mac OS X', 'Version/17.5 Mobile/15E148 Safari/604.1'), 'Safari · iPhone'],
  [of('iPhone; CPU iPhone OS 17_5 like Mac OS X', 'CriOS/126.0 Mobile/15E148 Safari/604.1'), 'Chrome · iPhone'],
  [of('Windows NT 10.0; Win64; x64', 'Chrome/126.0 Safari/537.36 Edg/126.0'), 'Edge · Windows'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0', 'Firefox · Linux'],
  ['curl/8.5.0', ''],
  ['', ''],
])('the browser %j is called %j', (userAgent, name) => {
  expect(browserName(userAgent)).toBe(name)
})
