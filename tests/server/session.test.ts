import type { LightMyRequestResponse as Response } from 'fastify'
import { describe, expect, test } from 'vitest'
import { SESSION_COOKIE } from '#contract/protocol'
import type { ApiClient } from '../support/api-client'
import { organiserLink, signIn, signUp } from '../support/people'
import { DAY } from '../support/times'
import { onOneEngine, useGame } from '../support/use-game'

onOneEngine('a session', (game) => {
  const sessionCookies = ({ cookies }: Response) => cookies.filter((cookie) => cookie.name === SESSION_COOKIE)

  const signedIn = (api: ApiClient) => api.outcome('currentUser', {})

  /** Another browser with the same cookie. */
  function copyOf(api: ApiClient): ApiClient {
    const copy = game.client()
    copy.cookie = api.cookie
    return copy
  }

  test('its cookie is HttpOnly, valid for the whole site and for 30 days', async () => {
    const { id } = await signUp(game)
    const [cookie, ...more] = sessionCookies(await game.client().post('signIn', await organiserLink(game, id)))
    expect(more).toEqual([])
    expect(cookie).toMatchObject({ path: '/', httpOnly: true, sameSite: 'Lax', maxAge: 30 * 24 * 3_600 })
    expect(cookie).not.toHaveProperty('secure')
    expect(cookie).not.toHaveProperty('domain')
  })

  test('its token is random and stored only as a hash, with the session’s start, address and browser', async () => {
    const { id, api } = await signUp(game)
    const again = await signIn(game, id)
    expect(again.api.cookie).not.toBe(api.cookie)
    expect(api.cookie).toMatch(/^[0-9a-z]{26,}$/)
    const kept = await game.db.read.selectFrom('sessions').where('user_id', '=', id).selectAll().execute()
    expect(kept).toHaveLength(2)
    expect(JSON.stringify(kept)).not.toContain(String(api.cookie))
    expect(kept[0]).toMatchObject({ created_at: game.clock.now(), address: '127.0.0.1', user_agent: expect.any(String) })
  })

  test.each(['the same', 'another'])(
    'a sign-in of %s user in the same browser ends the session of the sent cookie',
    async (who) => {
      const { id, api } = await signUp(game)
      const next = who === 'another' ? (await signUp(game)).id : id
      const before = copyOf(api)
      await api.ok('signIn', await organiserLink(game, next))
      expect((await api.ok('currentUser', {})).user.id).toBe(next)
      expect(await signedIn(before)).toBe('NOT_AUTHENTICATED')
    },
  )

  test('a failed sign-in ends nothing', async () => {
    const { mobile, api } = await signUp(game)
    expect(await api.outcome('signIn', { id: mobile, mtp: '000000' })).toBe('INVALID_CODE')
    expect(await signedIn(api)).toBe('OK')
  })

  test.each(['made-up', '', ' ', 'š%00', 'a'.repeat(3_000)])('an unknown cookie is not authenticated: %s', async (cookie) => {
    const api = game.client()
    api.cookie = cookie
    expect(await signedIn(api)).toBe('NOT_AUTHENTICATED')
  })

  test('abuse 11: of two cookies there is none, because a page of a sibling domain may have set the second', async () => {
    const { api } = await signUp(game)
    const other = await signUp(game)
    for (const second of [String(other.api.cookie), String(api.cookie), '', 'x']) {
      const cookie = `session_token=${api.cookie}; session_token=${second}`
      expect((await game.client().raw({ action: 'login' }, '', { cookie })).json().code).toBe('NOT_AUTHENTICATED')
    }
    const cookie = `a=1; session_token=${api.cookie}; my_session_token=2`
    expect((await game.client().raw({ action: 'login' }, '', { cookie })).json().status).toBe('OK')
  })

  test('a user who returns sooner than after 30 days stays signed in for another 30 days each time, and no longer', async () => {
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
    const kept = () =>
      game.db.read.selectFrom('sessions').where('user_id', '=', id).select(['renewed_at', 'expires_at']).executeTakeFirst()

    game.clock.advance(DAY - 1)
    expect(await renewed()).toEqual([])
    expect(await kept()).toEqual({ renewed_at: start, expires_at: start + 30 * DAY })

    game.clock.advance(1)
    expect(await renewed()).toMatchObject([{ value: api.cookie, maxAge: 30 * 24 * 3_600, httpOnly: true }])
    expect(await kept()).toEqual({ renewed_at: start + DAY, expires_at: start + 31 * DAY })

    expect(await renewed()).toEqual([])
  })

  describe('signing out', () => {
    test('ends the session on the server and clears the cookie; it is OK again and again, also where nobody is signed in', async () => {
      const { id, api } = await signUp(game)
      const before = copyOf(api)
      await api.ok('signOut', { id, mtp: 'logout' })
      expect(api.cookie).toBeNull()
      expect(await signedIn(before)).toBe('NOT_AUTHENTICATED')
      await before.ok('signOut', { id, mtp: 'logout' })
      await game.client().ok('signOut', { id: 'nobody', mtp: 'logout' })
    })

    test('for another user is OK and ends nothing, because it may have waited since before this sign-in', async () => {
      const [one, other] = [await signUp(game), await signUp(game)]
      await one.api.ok('signOut', { id: other.id, mtp: 'logout' })
      expect([await signedIn(one.api), await signedIn(other.api)]).toEqual(['OK', 'OK'])
      expect(one.api.cookie).not.toBeNull()
    })
  })
})

describe('a session over https', () => {
  const game = useGame('sqlite', { publicUrl: 'https://igra.example.hr' })

  test('its cookie is Secure, also when it is cleared, and so is that of a browser that asks for a code', async () => {
    const { id, api } = await signUp(game)
    expect((await game.client().post('requestCode', { id: 'nobody' })).cookies).toMatchObject([{ secure: true }])
    const signedIn = await api.post('signIn', await organiserLink(game, id))
    expect(String(signedIn.headers['set-cookie'])).toMatch(/HttpOnly; Secure; SameSite=Lax/)
    const signedOut = await api.post('signOut', { id, mtp: 'logout' })
    expect(String(signedOut.headers['set-cookie'])).toMatch(/session_token=; .*HttpOnly; Secure; SameSite=Lax/)
  })
})
