import { beforeEach, describe, expect, test } from 'vitest'
import { SIGN_IN_REQUEST_COOKIE } from '#contract/protocol'
import { NO_CODES_TODAY } from '#texts/errors'
import type { ApiClient } from '../support/api-client'
import { foundTeam, lastSms, newProfile, signUp } from '../support/people'
import { onOneEngine } from '../support/use-game'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

const wrong = (code: string) => (code === '000000' ? '000001' : '000000')
const times = (count: number) => Array.from({ length: count }, (_, index) => index)

onOneEngine('codes under attack', (game) => {
  let tests = 0
  beforeEach(() => void tests++)

  /** Each test calls from an address of its own: wrong codes are limited for an address. */
  function newBrowser(): ApiClient {
    const browser = game().client()
    browser.address = `198.51.100.${tests}`
    return browser
  }

  /** Somebody whose code was asked for in `browser`. */
  async function withFreshCode() {
    const { mobile, id } = await signUp(game())
    const browser = newBrowser()
    await browser.ok('requestCode', { id: mobile })
    return { id, mobile, browser, code: lastSms(game(), mobile).code }
  }

  /** Tries wrong codes for an id; tells how each was answered. */
  async function tryWrong(browser: ApiClient, id: string, count: number, code = '000000') {
    const answers = []
    for (const _ of times(count)) {
      const { code: answer, message, tries_left, retry_seconds } = await browser.ko('signIn', { id, mtp: wrong(code) })
      answers.push({ answer, message, tries_left, retry_seconds })
    }
    return answers
  }

  test('abuse 3: a code works only in the browser that asked for it', async () => {
    const { mobile, code, browser } = await withFreshCode()
    expect(await newBrowser().outcome('signIn', { id: mobile, mtp: code })).toBe('INVALID_CODE')
    const other = newBrowser()
    await other.ok('requestCode', { id: mobile })
    expect(await other.outcome('signIn', { id: mobile, mtp: code })).toBe('INVALID_CODE')
    expect(await browser.outcome('signIn', { id: mobile, mtp: code })).toBe('OK')
  })

  test('abuse 3: wrong codes in other browsers are INVALID_CODE and count for nobody’s code', async () => {
    const { mobile, code, browser } = await withFreshCode()
    const answers = await tryWrong(newBrowser(), mobile, 30, code)
    expect(new Set(answers.map(({ answer }) => answer))).toEqual(new Set(['INVALID_CODE']))
    expect(answers.every(({ tries_left }) => tries_left === undefined)).toBe(true)
    expect(await browser.outcome('signIn', { id: mobile, mtp: code })).toBe('OK')
    game().clock.advance(MINUTE)
  })

  test('abuse 3: a made-up cookie is not taken over, and the browser gets one of the server’s', async () => {
    const { mobile } = await signUp(game())
    const browser = newBrowser()
    browser.requestCookie = 'mine'
    await browser.ok('requestCode', { id: mobile })
    expect(browser.requestCookie).toMatch(/^[0-9a-z]{26}$/)
    const kept = browser.requestCookie
    await browser.ok('requestCode', { id: mobile })
    expect(browser.requestCookie).toBe(kept)
  })

  test('abuse 3: the cookie is for the API alone and no script’s; it is the same for an id that nobody has', async () => {
    const { mobile } = await signUp(game())
    for (const id of [mobile, '+385919980001', 'nobody@example.hr', 'nobody']) {
      const [cookie, ...more] = (await game().client().post('requestCode', { id })).cookies
      expect(more).toEqual([])
      expect(cookie).toMatchObject({ name: SIGN_IN_REQUEST_COOKIE, path: '/api', httpOnly: true, sameSite: 'Lax', maxAge: 3_600 })
      expect(cookie).not.toHaveProperty('secure')
    }
  })

  test('abuse 3: a player’s id, which everybody on the team can read, asks for no SMS and takes no codes', async () => {
    const { captain, members } = await foundTeam(game(), { size: 2 })
    const [victim] = members
    if (victim === undefined) throw new Error('no member')
    game().clock.advance(MINUTE)
    const sent = game().sent.length
    const { api } = captain
    expect(await api.ok('requestCode', { id: victim.id })).toEqual(await api.ok('requestCode', { id: 'nobody' }))
    expect(game().sent.length).toBe(sent)

    const browser = newBrowser()
    await browser.ok('requestCode', { id: victim.mobile })
    const { code, link } = lastSms(game(), victim.mobile)
    expect(await browser.outcome('signIn', { id: victim.id, mtp: code })).toBe('INVALID_CODE')
    expect(await browser.outcome('signIn', { id: victim.mobile, mtp: code })).toBe('OK')
    game().clock.advance(MINUTE)
    await browser.ok('requestCode', { id: victim.mobile })
    expect(lastSms(game(), victim.mobile).link).not.toEqual(link)
    expect(await newBrowser().outcome('signIn', lastSms(game(), victim.mobile).link)).toBe('OK')
  })

  test('abuse 3: a wrong code says how many tries are left, in the form that the number takes', async () => {
    const { mobile, browser, code } = await withFreshCode()
    expect(
      (await tryWrong(browser, mobile, 6, code)).map(({ answer, message, tries_left }) => [answer, tries_left, message]),
    ).toEqual([
      ['INVALID_CODE', 4, 'Kod nije ispravan. Imate još 4 pokušaja.'],
      ['INVALID_CODE', 3, 'Kod nije ispravan. Imate još 3 pokušaja.'],
      ['INVALID_CODE', 2, 'Kod nije ispravan. Imate još 2 pokušaja.'],
      ['INVALID_CODE', 1, 'Kod nije ispravan. Imate još 1 pokušaj.'],
      ['INVALID_CODE', 0, 'Kod nije ispravan ili je istekao. Zatražite novi.'],
      ['TOO_MANY_ATTEMPTS', undefined, 'Previše pogrešnih pokušaja. Zatražite novi kod.'],
    ])
  })

  test('abuse 3: an account takes 20 wrong codes a day over all browsers, then only its link', async () => {
    const { mobile } = await signUp(game())
    for (const round of times(4)) {
      game().clock.advance(20 * MINUTE)
      const browser = newBrowser()
      await browser.ok('requestCode', { id: mobile })
      const answers = await tryWrong(browser, mobile, 5, lastSms(game(), mobile).code)
      expect(answers.at(-1), `round ${round}`).toMatchObject({ answer: 'INVALID_CODE', tries_left: 0 })
    }
    game().clock.advance(20 * MINUTE)
    const browser = newBrowser()
    await browser.ok('requestCode', { id: mobile })
    const { code, link } = lastSms(game(), mobile)
    const refused = await browser.ko('signIn', { id: mobile, mtp: code })
    expect(refused).toMatchObject({ code: 'TOO_MANY_ATTEMPTS', message: NO_CODES_TODAY })
    expect(refused.retry_seconds).toBe((24 * HOUR - 80 * MINUTE) / SECOND)
    expect(await newBrowser().outcome('signIn', link)).toBe('OK')

    game().clock.advance(24 * HOUR)
    await browser.ok('requestCode', { id: mobile })
    expect(await browser.outcome('signIn', { id: mobile, mtp: lastSms(game(), mobile).code })).toBe('OK')
  })

  test('abuse 3: wrong codes over many accounts are limited for an address, and a code that is right at once still signs in', async () => {
    const address = { 'x-forwarded-for': '203.0.113.20' }
    const attacker = newBrowser()
    const tryFrom = (browser: ApiClient, id: string, mtp: string) => browser.post('signIn', { id, mtp }, address)
    const statuses: number[] = []
    for (const index of times(40)) {
      const id = `+38591998${1_000 + index}`
      await attacker.ok('requestCode', { id })
      // At once: whoever is over a limit waits for the refusal.
      const answers = await Promise.all(times(5).map(() => tryFrom(attacker, id, '000000')))
      statuses.push(...answers.map(({ statusCode }) => statusCode))
    }
    expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(140)
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(60)

    const { mobile, browser, code } = await withFreshCode()
    expect((await tryFrom(browser, mobile, code)).json().status).toBe('OK')
    const other = await withFreshCode()
    const mistyped = await tryFrom(other.browser, other.mobile, wrong(other.code))
    expect(mistyped.json()).toMatchObject({ code: 'INVALID_CODE', tries_left: 4 })
  })

  describe('abuse 7: what nobody has is answered like what somebody has', () => {
    const unknownIds = { mobile: '+385919970001', email: 'nobody7@example.hr' }

    async function somebody() {
      const profile = newProfile()
      const { mobile } = await signUp(game(), profile)
      game().clock.advance(HOUR)
      return { mobile, email: profile.email }
    }

    /** Expects the same answers for what somebody and what nobody has, and returns them. */
    async function alike<Id, Answer>(
      ids: readonly [somebody: Id, nobody: Id],
      ask: (id: Id) => Promise<Answer>,
    ): Promise<Answer> {
      const known = await ask(ids[0])
      game().clock.advance(HOUR)
      expect(await ask(ids[1])).toEqual(known)
      return known
    }

    test.each(['mobile', 'email'] as const)('each wrong code, the sixth too, asked for by %s', async (by) => {
      const answers = await alike([(await somebody())[by], unknownIds[by]], async (id) => {
        const browser = newBrowser()
        const { resend_seconds } = await browser.ok('requestCode', { id })
        return [resend_seconds, ...(await tryWrong(browser, id, 7))]
      })
      expect(answers.at(-1)).toMatchObject({ answer: 'TOO_MANY_ATTEMPTS' })
    })

    test('the seconds until the next SMS, whether asked by number or by e-mail', async () => {
      await alike([await somebody(), { mobile: '+385919970002', email: 'nobody8@example.hr' }], async ({ mobile, email }) => {
        const browser = newBrowser()
        const seconds = []
        for (const id of [mobile, email, mobile]) {
          seconds.push(await browser.ok('requestCode', { id }))
          game().clock.advance(3 * SECOND)
        }
        return seconds
      })
    })

    test('wrong codes in a browser that did not ask', async () => {
      const { mobile } = await somebody()
      await newBrowser().ok('requestCode', { id: mobile })
      await alike([mobile, '+385919970003'], (id) => tryWrong(newBrowser(), id, 1))
    })

    test('the 20 wrong codes of a day', async () => {
      const answers = await alike([(await somebody()).mobile, '+385919970004'], async (id) => {
        const own = []
        for (const _ of times(5)) {
          game().clock.advance(15 * MINUTE)
          const browser = newBrowser()
          own.push(await browser.ok('requestCode', { id }), ...(await tryWrong(browser, id, 5)))
        }
        return own
      })
      expect(answers.at(-1)).toMatchObject({ message: NO_CODES_TODAY })
    })

    test('as slowly as the provider takes an SMS', async () => {
      const known = await somebody()
      const { provider } = game()
      const { send } = provider
      provider.send = async (sms) => {
        await new Promise((resolve) => setTimeout(resolve, 150))
        await send(sms)
      }
      const took: number[] = []
      for (const id of [known.mobile, '+385919970005']) {
        const begun = performance.now()
        await newBrowser().ok('requestCode', { id })
        took.push(performance.now() - begun)
      }
      provider.send = send
      expect(Math.min(...took)).toBeGreaterThan(140)
    })
  })
})
