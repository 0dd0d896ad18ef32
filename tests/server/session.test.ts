import type { LightMyRequestResponse as Response } from 'fastify'
import { describe, expect, test } from 'vitest'
import { SESSION_COOKIE } from '#contract/protocol'
import { browserName } from '#server/calls/account'
import { endSignIns } from '#server/calls/corrections/person'
import { purge } from '#server/retention'
import type { ApiClient } from '../support/api-client'
import { lastSms, organiserLink, signIn, signInOrganiser, signUp } from '../support/people'
import { DAY } from '../support/times'
import { onOneEngine, useGame } from '../support/use-game'

onOneEngine('a session', (game) => {
  const sessionCookies = ({ cookies }: Response) =>
    cookies.filter((cookie) => cookie.name === SESSION_COOKIE)

  const signedIn = (api: ApiClient) => api.outcome('currentUser', {})

  /** Another browser with the same cookie. */
  const copyOf = ({ cookie }: ApiClient): ApiClient => Object.assign(game.client(), { cookie })

  test('its cookie is HttpOnly, valid for the whole site and for 30 days', async () => {
    const { id } = await signUp(game)
    const [cookie, ...more] = sessionCookies(
      await game.client().post('signIn', await organiserLink(game, id)),
    )
    expect(more).toEqual([])
    expect(cookie).toMatchObject({
      path: '/',
      httpOnly: true,
      sameSite: 'Lax',
      maxAge: 30 * 24 * 3_600,
    })
    expect(cookie).not.toHaveProperty('secure')
    expect(cookie).not.toHaveProperty('domain')
  })

  test('its token is random and stored only as a hash, with the session’s start, address and browser', async () => {
    const { id, api } = await signUp(game)
    const again = await signIn(game, id)
    expect(again.api.cookie).not.toBe(api.cookie)
    expect(api.cookie).toMatch(/^[0-9a-z]{26,}$/)
    const stored = await game.db.read
      .selectFrom('sessions')
      .where('user_id', '=', id)
      .selectAll()
      .execute()
    expect(stored).toHaveLength(2)
    expect(JSON.stringify(stored)).not.toContain(String(api.cookie))
    expect(stored[0]).toMatchObject({
      created_at: game.clock.now(),
      address: '127.0.0.1',
      user_agent: expect.any(String),
    })
  })

  test('any sign-in in the same browser ends the session of the cookie sent with it; a failed sign-in ends nothing', async () => {
    const { id, api, mobile } = await signUp(game)
    expect(await api.outcome('signIn', { id: mobile, mtp: '000000' })).toBe('INVALID_CODE')
    for (const next of [id, (await signUp(game)).id]) {
      const before = copyOf(api)
      expect(await signedIn(before)).toBe('OK')
      await api.ok('signIn', await organiserLink(game, next))
      expect((await api.ok('currentUser', {})).user.id).toBe(next)
      expect(await signedIn(before)).toBe('NOT_AUTHENTICATED')
    }
  })

  test('an unknown cookie is not authenticated', async () => {
    for (const cookie of ['made-up', '', 'š%00', 'a'.repeat(3_000)]) {
      expect(await signedIn(Object.assign(game.client(), { cookie }))).toBe('NOT_AUTHENTICATED')
    }
  })

  test('abuse 11: two session cookies count as none, because a sibling domain may have set one of them', async () => {
    const { api } = await signUp(game)
    const other = await signUp(game)
    for (const second of [String(other.api.cookie), String(api.cookie), '', 'x']) {
      const cookie = `session_token=${api.cookie}; session_token=${second}`
      expect((await game.client().raw({ action: 'login' }, '', { cookie })).json().code).toBe(
        'NOT_AUTHENTICATED',
      )
    }
    const cookie = `a=1; session_token=${api.cookie}; my_session_token=2`
    expect((await game.client().raw({ action: 'login' }, '', { cookie })).json().status).toBe('OK')
  })

  test('a user who returns within 30 days stays signed in for another 30 days, and no longer', async () => {
    const { api } = await signUp(game)
    for (let month = 1; month <= 3; month++) {
      game.clock.advance(30 * DAY - 1)
      expect(await signedIn(api)).toBe('OK')
    }
    game.clock.advance(30 * DAY)
    expect(await signedIn(api)).toBe('NOT_AUTHENTICATED')
  })

  test('its expiry is extended at most once a day, in the database and in the browser', async () => {
    const { id, api } = await signUp(game)
    const start = game.clock.now()
    const renewed = async () => sessionCookies(await api.post('currentUser', {}))
    const stored = () =>
      game.db.read
        .selectFrom('sessions')
        .where('user_id', '=', id)
        .select(['renewed_at', 'expires_at'])
        .executeTakeFirst()

    game.clock.advance(DAY - 1)
    expect(await renewed()).toEqual([])
    expect(await stored()).toEqual({ renewed_at: start, expires_at: start + 30 * DAY })

    game.clock.advance(1)
    expect(await renewed()).toMatchObject([
      { value: api.cookie, maxAge: 30 * 24 * 3_600, httpOnly: true },
    ])
    expect(await stored()).toEqual({ renewed_at: start + DAY, expires_at: start + 31 * DAY })

    expect(await renewed()).toEqual([])
  })

  test('signing out ends the session on the server and clears the cookie, and can be repeated', async () => {
    const { id, api } = await signUp(game)
    const before = copyOf(api)
    await api.ok('signOut', { id, mtp: 'logout' })
    expect(api.cookie).toBeNull()
    expect(await signedIn(before)).toBe('NOT_AUTHENTICATED')
    await before.ok('signOut', { id, mtp: 'logout' })
    await game.client().ok('signOut', { id: 'nobody', mtp: 'logout' })
  })

  test('signing out another user is OK and ends nothing, because the call may be older than this sign-in', async () => {
    const [one, other] = [await signUp(game), await signUp(game)]
    await one.api.ok('signOut', { id: other.id, mtp: 'logout' })
    expect([await signedIn(one.api), await signedIn(other.api)]).toEqual(['OK', 'OK'])
    expect(one.api.cookie).not.toBeNull()
  })

  test('is listed only for its user, and ending a user’s other sessions signs nobody else out', async () => {
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

  test('of an organiser ends after a day, and is then neither listed, nor counted as ended, nor stored', async () => {
    const old = await signInOrganiser(game)
    game.clock.advance(DAY)
    const { api } = await signIn(game, old.id)
    expect((await api.ok('listSessions', {})).sessions).toMatchObject([{ current: true }])
    const by = { userId: null, reason: 'Izgubljen' }
    expect((await endSignIns(game.game, by, old.id)).sessions).toBe(1)
    await signIn(game, old.id)
    game.clock.advance(DAY)
    await purge(game.db, game.clock.now(), { by: null, dryRun: false })
    const stored = game.db.read.selectFrom('sessions').where('user_id', '=', old.id).selectAll()
    expect(await stored.execute()).toEqual([])
  })
})

describe('a session over https', () => {
  const game = useGame('sqlite', { publicUrl: 'https://igra.example.hr' })

  test('sets Secure on its cookie, even when clearing it, and on the cookie of a code request', async () => {
    const { id, api } = await signUp(game)
    expect((await game.client().post('requestCode', { id: 'nobody' })).cookies).toMatchObject([
      { secure: true },
    ])
    const signedIn = await api.post('signIn', await organiserLink(game, id))
    expect(String(signedIn.headers['set-cookie'])).toMatch(/HttpOnly; Secure; SameSite=Lax/)
    const signedOut = await api.post('signOut', { id, mtp: 'logout' })
    expect(String(signedOut.headers['set-cookie'])).toMatch(
      /session_token=; .*HttpOnly; Secure; SameSite=Lax/,
    )
  })
})

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

  test('a wrong e-mail can be corrected, and codes then requested by the new e-mail; left out, it stays', async () => {
    const { api, mobile } = await signUp(game)
    const email = 'Prava.Adresa@Example.HR'
    const change = { ...names('adresa'), email: ` ${email} ` }
    expect((await api.ok('updateProfile', { user_data: change })).user.email).toBe(email)
    expect((await api.ok('updateProfile', { user_data: names('adresa') })).user.email).toBe(email)
    const browser = game.client()
    await browser.ok('requestCode', { id: email.toLowerCase() })
    expect(await browser.outcome('signIn', { id: email, mtp: lastSms(game, mobile).code })).toBe(
      'OK',
    )
    const ko = await api.ko('updateProfile', {
      user_data: { ...names('adresa'), email: 'nije adresa' },
    })
    expect(ko).toMatchObject({
      code: 'INVALID_INPUT',
      fields: { email: 'Upišite ispravnu e-mail adresu.' },
    })
    expect((await api.ok('currentUser', {})).user.email).toBe(email)
  })

  test('people can change the case of their own nickname', async () => {
    const { api, nickname } = await signUp(game)
    const own = nickname.toUpperCase()
    expect((await api.ok('updateProfile', { user_data: names(own) })).user.nickname).toBe(own)
  })
})

const userAgentOf = (system: string, browser: string) =>
  `Mozilla/5.0 (${system}) AppleWebKit/537.36 (KHTML, like Gecko) ${browser}`

test.each([
  [
    userAgentOf('Linux; Android 13', 'SamsungBrowser/25.0 Chrome/121.0 Mobile Safari/537.36'),
    'Samsung Internet · Android',
  ],
  [
    userAgentOf(
      'iPhone; CPU iPhone OS 17_5 like Mac OS X',
      'CriOS/126.0 Mobile/15E148 Safari/604.1',
    ),
    'Chrome · iPhone',
  ],
  [
    userAgentOf('Windows NT 10.0; Win64; x64', 'Chrome/126.0 Safari/537.36 Edg/126.0'),
    'Edge · Windows',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0', 'Firefox · Linux'],
  ['curl/8.5.0', ''],
])('the browser %j is called %j', (userAgent, name) => {
  expect(browserName(userAgent)).toBe(name)
})
